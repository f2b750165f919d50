package io.berth.simulator.record;

/** What becomes of the words in an object: they stay, or are replaced by others, the same by the same. */
interface Names {

  /** The words as they are. */
  Names PLAIN =
      new Names() {
        @Override
        public boolean hidden() {
          return false;
        }

        @Override
        public String name(String domain, String name) {
          return name;
        }

        @Override
        public String labelKey(String key) {
          return key;
        }

        @Override
        public String labelValue(String key, String value) {
          return value;
        }

        @Override
        public String image(String name) {
          return name;
        }

        @Override
        public String resource(String name) {
          return name;
        }

        @Override
        public String address(String address) {
          return address;
        }
      };

  /** Whether words that are not replaced have to go, unless they are known to say nothing about anybody. */
  boolean hidden();

  /** A name; those of one domain differ when their originals do. */
  String name(String domain, String name);

  /** The key of a label or taint. */
  String labelKey(String key);

  /** The value of a label or taint with this (original) key. */
  String labelValue(String key, String value);

  /** A container image. */
  String image(String name);

  /** A resource such as {@code cpu}. */
  String resource(String name);

  /** An IP address. */
  String address(String address);
}
