package io.berth.app.simulate;

import io.berth.app.simulate.Devices.Holder;
import io.berth.app.simulate.Devices.Use;
import io.berth.framework.resource.ExactQuantity;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Devices as text for people: who holds which, and how much of them is held. */
final class DeviceTable {

  private static final int MOST_DEVICES = 40;
  private static final int MOST_HOLDERS = 4;
  private static final int MOST_CLAIMS = 10;

  private DeviceTable() {}

  /** The devices of a report; empty when it has none. */
  static String of(Devices before, Devices after) {
    if (after.isEmpty()) {
      return "";
    }
    var out = new StringBuilder();
    if (!after.devices().isEmpty()) {
      out.append("Devices\n").append(devices(after.devices())).append('\n');
    }
    List<String> waiting =
        after.claims().stream().filter(claim -> !claim.allocated()).map(claim -> claim.namespace() + "/" + claim.name()).toList();
    if (!waiting.isEmpty()) {
      String names = String.join(", ", waiting.subList(0, Math.min(MOST_CLAIMS, waiting.size())));
      out.append("Claims without devices\n").append(names);
      out.append(waiting.size() > MOST_CLAIMS ? " and " + (waiting.size() - MOST_CLAIMS) + " more" : "").append("\n\n");
    }
    return out.append(utilisation(DeviceUtilisation.of(before, after))).toString();
  }

  /** Those that are held first, when there are too many for all. */
  private static String devices(List<Use> devices) {
    List<Use> shown = devices.size() <= MOST_DEVICES ? devices : devices.stream().filter(DeviceTable::concernsAnybody).toList();
    int rows = Math.min(MOST_DEVICES, shown.size());
    Set<String> drivers = devices.stream().map(use -> use.id().driver()).collect(Collectors.toCollection(LinkedHashSet::new));
    boolean poolsAreNodes = devices.stream().allMatch(use -> use.id().pool().equals(use.node()));
    boolean awaited = devices.stream().anyMatch(use -> !use.heldFor().isEmpty());
    var table = new TextTable(columns("NODE", "DRIVER", poolsAreNodes ? null : "POOL", "DEVICE", "HELD BY", awaited ? "HELD FOR" : null));
    for (Use use : shown.subList(0, rows)) {
      String node = use.node().isEmpty() ? "?" : use.node();
      String pool = poolsAreNodes ? null : use.id().pool();
      table.row(columns(node, use.id().driver(), pool, use.id().device(), holders(use), awaited ? heldFor(use) : null));
    }
    long held = devices.stream().filter(use -> !use.holders().isEmpty()).count();
    if (devices.size() == rows) {
      return table.toString();
    }
    String of = drivers.size() == 1 ? "" : " of " + drivers.size() + " drivers";
    return table + "... of " + devices.size() + " devices" + of + ", " + held + " are held; -o json has them all\n";
  }

  private static boolean concernsAnybody(Use use) {
    return !use.holders().isEmpty() || !use.heldFor().isEmpty();
  }

  private static String[] columns(@Nullable String... cells) {
    return Arrays.stream(cells).filter(Objects::nonNull).toArray(String[]::new);
  }

  private static String heldFor(Use use) {
    if (use.heldFor().isEmpty()) {
      return "-";
    }
    return use.heldFor().stream()
        .map(pod -> pod.namespace() + "/" + pod.pod() + noted(notes(pod.adminAccess(), pod.consumed())))
        .collect(Collectors.joining(", "));
  }

  private static String holders(Use use) {
    List<Holder> holders = use.holders();
    if (holders.isEmpty()) {
      return "-";
    }
    String text = holders.stream().limit(MOST_HOLDERS).map(DeviceTable::holder).collect(Collectors.joining(", "));
    return holders.size() > MOST_HOLDERS ? text + " and " + (holders.size() - MOST_HOLDERS) + " more" : text;
  }

  /** Pods say more than claims; a claim that no pod holds is named itself. */
  private static String holder(Holder holder) {
    String who = holder.pods().isEmpty() ? "claim " + holder.namespace() + "/" + holder.claim() : pods(holder);
    return who + noted(notes(holder.adminAccess(), holder.consumed()));
  }

  private static String notes(boolean adminAccess, Map<String, ExactQuantity> consumed) {
    String amounts = consumed.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).collect(Collectors.joining(", "));
    return adminAccess ? "admin access" : amounts;
  }

  private static String noted(String notes) {
    return notes.isEmpty() ? "" : " (" + notes + ")";
  }

  private static String pods(Holder holder) {
    String first = holder.namespace() + "/" + String.join("+", holder.pods().subList(0, Math.min(3, holder.pods().size())));
    return holder.pods().size() > 3 ? first + "+" + (holder.pods().size() - 3) + " more" : first;
  }

  private static String utilisation(DeviceUtilisation use) {
    var out = new StringBuilder();
    if (!use.drivers().isEmpty()) {
      var table = new TextTable("DRIVER", "DEVICES", "BEFORE", "AFTER");
      for (DeviceUtilisation.Driver driver : use.drivers()) {
        table.row(driver.name(), String.valueOf(driver.devices()), share(driver.before(), driver.devices()), share(driver.after(), driver.devices()));
        for (DeviceUtilisation.Capacity capacity : driver.shared()) {
          table.row("  shared " + capacity.name(), capacity.total().toString(), share(capacity.before(), capacity.total()), share(capacity.after(), capacity.total()));
        }
      }
      out.append("Devices held\n").append(table).append('\n');
    }
    if (!use.classes().isEmpty()) {
      var table = new TextTable("DEVICE CLASS", "BEFORE", "AFTER");
      use.classes().forEach(c -> table.row(c.name(), String.valueOf(c.before()), String.valueOf(c.after())));
      out.append("Devices held by class\n").append(table).append('\n');
    }
    return out.toString();
  }

  private static String share(int part, int whole) {
    return part + " (" + (whole == 0 ? 0 : Math.round(100.0 * part / whole)) + "%)";
  }

  private static String share(ExactQuantity part, ExactQuantity whole) {
    return part + " (" + Math.round(percent(part, whole)) + "%)";
  }

  /** How much of the whole it is, in percent. */
  static double percent(ExactQuantity part, ExactQuantity whole) {
    return whole.isZero() ? 0 : 100 * part.exactMilliValueCeil().doubleValue() / whole.exactMilliValueCeil().doubleValue();
  }
}
