/** Ports that a switch of a type joins. */
export const JOINED_PORTS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  link: [["A", "B"]],
  point_switch: [
    ["A", "B1"],
    ["A", "B2"],
  ],
  crossing: [
    ["A1", "B1"],
    ["A2", "B2"],
  ],
};
