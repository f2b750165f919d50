package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutputWriterTest {

  private static Map<String, Object> tree() {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("name", "web-0");
    tree.put("odd", "a\"b\\c\n\u0001\u00e9");
    tree.put("words", List.of("yes", "null", "1.5", "", "- a", "a: b", "0/3 nodes", "x #y"));
    tree.put("none", List.of());
    tree.put("nothing", Map.of());
    tree.put("objects", List.of(new LinkedHashMap<>(Map.of("n", 1)), Map.of("deep", List.of(Map.of("b", true), List.of(1, 2)))));
    tree.put("share", 12.5);
    return tree;
  }

  @Test
  void writesJson() {
    var text = new StringWriter();
    OutputWriter.json(tree(), new PrintWriter(text));
    assertThat(text)
        .hasToString(
            """
            {
              "name": "web-0",
              "odd": "a\\"b\\\\c\\n\\u0001\u00e9",
              "words": [
                "yes",
                "null",
                "1.5",
                "",
                "- a",
                "a: b",
                "0/3 nodes",
                "x #y"
              ],
              "none": [],
              "nothing": {},
              "objects": [
                {
                  "n": 1
                },
                {
                  "deep": [
                    {
                      "b": true
                    },
                    [
                      1,
                      2
                    ]
                  ]
                }
              ],
              "share": 12.5
            }
            """);
  }

  @Test
  void writesYaml() {
    var text = new StringWriter();
    OutputWriter.yaml(tree(), new PrintWriter(text));
    assertThat(text)
        .hasToString(
            """
            name: web-0
            odd: "a\\"b\\\\c\\n\\u0001\u00e9"
            words:
            - "yes"
            - "null"
            - "1.5"
            - ""
            - "- a"
            - "a: b"
            - "0/3 nodes"
            - "x #y"
            none: []
            nothing: {}
            objects:
            - "n": 1
            - deep:
              - "b": true
              -
                - 1
                - 2
            share: 12.5
            """);
  }
}
