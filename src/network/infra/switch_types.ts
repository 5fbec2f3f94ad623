/** The builtin switch types (interface.md 5.3): ports, and for each group its connections. */

interface SwitchType {
  readonly id: string;
  readonly ports: readonly string[];
  readonly groups: Readonly<
    Record<string, readonly { readonly src: string; readonly dst: string }[]>
  >;
}

/** `A-B` as a connection. */
function connect(...pairs: readonly `${string}-${string}`[]): { src: string; dst: string }[] {
  return pairs.map((pair) => {
    const [src = "", dst = ""] = pair.split("-");
    return { src, dst };
  });
}

export const BUILTIN_SWITCH_TYPES: readonly SwitchType[] = [
  { id: "link", ports: ["A", "B"], groups: { STATIC: connect("A-B") } },
  {
    id: "point_switch",
    ports: ["A", "B1", "B2"],
    groups: { A_B1: connect("A-B1"), A_B2: connect("A-B2") },
  },
  {
    id: "crossing",
    ports: ["A1", "A2", "B1", "B2"],
    groups: { STATIC: connect("A1-B1", "A2-B2") },
  },
  {
    id: "single_slip_switch",
    ports: ["A1", "A2", "B1", "B2"],
    groups: { STATIC: connect("A1-B1", "A2-B2"), A1_B2: connect("A1-B2") },
  },
  {
    id: "double_slip_switch",
    ports: ["A1", "A2", "B1", "B2"],
    groups: {
      A1_B1: connect("A1-B1"),
      A1_B2: connect("A1-B2"),
      A2_B1: connect("A2-B1"),
      A2_B2: connect("A2-B2"),
    },
  },
];
