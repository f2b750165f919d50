package io.berth.dynamicresources.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.CelSelect;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an expression reads of a device, where its text says so: the driver, single attributes and capacities by constant names. On devices
 * that have the same there, whatever else they have, it comes to the same.
 */
final class DeviceReads {

  private static final Set<String> LOOKUPS = Set.of("_[_]", "_[?_]", "_?._");

  private boolean everything;
  private boolean driver;
  private boolean allowMultipleAllocations;
  private final Set<Read> values = new LinkedHashSet<>();
  private Read[] inOrder = new Read[0];

  private DeviceReads() {}

  /**
   * An attribute, or a capacity.
   *
   * @param fullName its name with the domain
   */
  private record Read(boolean ofAttributes, String domain, String name, String fullName) {}

  /** What the checked expression reads; {@code null} if its text does not tell. */
  static @Nullable DeviceReads of(CelAbstractSyntaxTree checked) {
    DeviceReads reads = new DeviceReads();
    reads.visit(checked.getExpr());
    reads.inOrder = reads.values.toArray(Read[]::new);
    return reads.everything ? null : reads;
  }

  /**
   * What there is to read of the device: equal for devices on which the expression comes to the same. {@code null} if that can't be told.
   */
  @Nullable Object on(CelDevice device) {
    if (!device.isReadable()) {
      return null;
    }
    Object[] seen = new Object[2 + inOrder.length];
    seen[0] = driver ? device.driver() : null;
    seen[1] = allowMultipleAllocations ? device.allowMultipleAllocations() : null;
    int i = 2;
    for (Read read : inOrder) {
      Object value =
          read.ofAttributes ? device.attribute(read.domain, read.name, read.fullName) : device.amount(read.domain, read.name, read.fullName);
      if (value == CelDevice.TWICE) {
        return null;
      }
      seen[i++] = value;
    }
    return Arrays.asList(seen);
  }

  private void visit(CelExpr expression) {
    switch (expression.getKind()) {
      case IDENT -> everything |= expression.ident().name().endsWith(DraTypes.DEVICE_VARIABLE);
      case SELECT -> visitSelect(expression.select());
      case CALL -> visitCall(expression.call());
      case LIST -> expression.list().elements().forEach(this::visit);
      case STRUCT -> expression.struct().entries().forEach(entry -> visit(entry.value()));
      case MAP -> expression.map().entries().forEach(entry -> {
        visit(entry.key());
        visit(entry.value());
      });
      case COMPREHENSION -> visitComprehension(expression.comprehension());
      default -> { }
    }
  }

  private void visitSelect(CelSelect select) {
    if (isDevice(select.operand())) {
      switch (select.field()) {
        case DraTypes.DRIVER -> driver = true;
        case DraTypes.ALLOW_MULTIPLE_ALLOCATIONS -> allowMultipleAllocations = true;
        default -> everything = true;
      }
    } else if (!addRead(select.operand(), select.field())) {
      visit(select.operand());
    }
  }

  private void visitCall(CelCall call) {
    List<CelExpr> args = call.args();
    if (args.size() == 2 && call.target().isEmpty()) {
      String last = text(args.get(1));
      if (last != null && LOOKUPS.contains(call.function()) && addRead(args.get(0), last)) {
        return;
      }
      String first = text(args.get(0));
      if (first != null && call.function().equals("@in") && addRead(args.get(1), first)) {
        return;
      }
    }
    call.target().ifPresent(this::visit);
    args.forEach(this::visit);
  }

  /** A variable may have the device's name. What it stands for is seen where it gets its value, and that more seems to be read does no harm. */
  private void visitComprehension(CelComprehension loop) {
    visit(loop.iterRange());
    visit(loop.accuInit());
    visit(loop.loopCondition());
    visit(loop.loopStep());
    visit(loop.result());
  }

  /** Notes that the name is looked up there, if that is a domain of the attributes or the capacities. */
  private boolean addRead(CelExpr there, String name) {
    CelExpr map;
    String domain;
    if (there.getKind() == Kind.SELECT && !there.select().testOnly()) {
      map = there.select().operand();
      domain = there.select().field();
    } else if (there.getKind() == Kind.CALL && there.call().function().equals("_[_]") && there.call().args().size() == 2) {
      map = there.call().args().get(0);
      domain = text(there.call().args().get(1));
    } else {
      return false;
    }
    if (domain == null || map.getKind() != Kind.SELECT || map.select().testOnly() || !isDevice(map.select().operand())) {
      return false;
    }
    boolean ofAttributes = map.select().field().equals(DraTypes.ATTRIBUTES);
    if (!ofAttributes && !map.select().field().equals(DraTypes.CAPACITY)) {
      return false;
    }
    values.add(new Read(ofAttributes, domain, name, domain + "/" + name));
    return true;
  }

  private static boolean isDevice(CelExpr expression) {
    return expression.getKind() == Kind.IDENT && expression.ident().name().equals(DraTypes.DEVICE_VARIABLE);
  }

  private static @Nullable String text(CelExpr expression) {
    return expression.getKind() == Kind.CONSTANT && expression.constant().getKind() == CelConstant.Kind.STRING_VALUE
        ? expression.constant().stringValue()
        : null;
  }
}
