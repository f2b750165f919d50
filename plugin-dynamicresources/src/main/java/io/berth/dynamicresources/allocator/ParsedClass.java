package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CompiledSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A device class, parsed once.
 *
 * @param bean what was parsed, borrowed
 * @param name its name
 * @param selectors its selectors
 */
record ParsedClass(DeviceClass bean, String name, CompiledSelector[] selectors) {

  static ParsedClass of(DeviceClass bean, CelCompiler cel) {
    List<DeviceSelector> selectors =
        bean.getSpec() == null || bean.getSpec().getSelectors() == null ? List.of() : bean.getSpec().getSelectors();
    return new ParsedClass(bean, bean.getMetadata().getName(), compile(selectors, cel));
  }

  static CompiledSelector[] compile(@Nullable List<DeviceSelector> selectors, CelCompiler cel) {
    if (selectors == null) {
      return new CompiledSelector[0];
    }
    return selectors.stream()
        .map(selector -> cel.selector(selector.getCel() == null || selector.getCel().getExpression() == null ? ""
            : selector.getCel().getExpression()))
        .toArray(CompiledSelector[]::new);
  }

  List<DeviceClassConfiguration> config() {
    return bean.getSpec() == null || bean.getSpec().getConfig() == null ? List.of() : bean.getSpec().getConfig();
  }
}
