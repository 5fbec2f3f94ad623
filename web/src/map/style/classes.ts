/** Classes of speeds and voltages, each with its colour: what the map draws and its legend explains. */
import type { Expression } from "./style_parts.ts";

interface SpeedClass {
  /** Kilometres an hour; the last has no end. */
  readonly up_to: number;
  readonly is_included: boolean;
  readonly light: string;
  readonly dark: string;
}

/** From slow to fast: cool to warm would say danger, so it is dark to bright along one order of hues. */
export const SPEED_CLASSES: readonly SpeedClass[] = [
  { up_to: 30, is_included: true, light: "#7b1fa2", dark: "#ce93d8" },
  { up_to: 60, is_included: true, light: "#3949ab", dark: "#9fa8da" },
  { up_to: 100, is_included: false, light: "#0277bd", dark: "#81d4fa" },
  { up_to: 140, is_included: false, light: "#00796b", dark: "#80cbc4" },
  { up_to: 160, is_included: true, light: "#558b2f", dark: "#c5e1a5" },
  { up_to: 220, is_included: true, light: "#a66a00", dark: "#ffd54f" },
  { up_to: Infinity, is_included: true, light: "#c4380d", dark: "#ffab91" },
];

/** Of zones that trains have: told apart by their form, one colour for all. */
export const ZONE_STATES = ["OCCUPIED", "RESERVED", "ROUTE_SET"] as const;
export type ZoneState = (typeof ZONE_STATES)[number];
export const ZONE_COLOUR = { light: "#0b5cad", dark: "#6eb4ff" } as const;

/** Numbers of a class as they are told: `< 100`, `≤ 160`, `> 220`. */
export function printClass({ up_to, is_included }: SpeedClass): string {
  const last = SPEED_CLASSES.at(-2)?.up_to ?? 0;
  if (up_to === Infinity) return `> ${last}`;
  return `${is_included ? "≤" : "<"} ${up_to}`;
}

/** Metres a second, as tiles have them, in whole kilometres an hour. */
export const KM_PER_H: Expression = ["round", ["*", 3.6, ["get", "speed_limit"]]];

export function colourOfSpeed(is_dark: boolean): Expression {
  const branches = SPEED_CLASSES.slice(0, -1).flatMap(({ up_to, is_included, light, dark }) => [
    [is_included ? "<=" : "<", KM_PER_H, up_to],
    is_dark ? dark : light,
  ]);
  const last = SPEED_CLASSES.at(-1);
  return ["case", ...branches, (is_dark ? last?.dark : last?.light) ?? ""] as Expression;
}

export const VOLTAGES: readonly {
  readonly name: string;
  readonly light: string;
  readonly dark: string;
}[] = [
  { name: "25000V", light: "#c2185b", dark: "#f48fb1" },
  { name: "15000V", light: "#b34700", dark: "#ffb066" },
  { name: "3000V", light: "#5e35b1", dark: "#b39ddb" },
  { name: "1500V", light: "#00695c", dark: "#80cbc4" },
  { name: "850V", light: "#1565c0", dark: "#90caf9" },
  { name: "800V", light: "#4e6d1c", dark: "#c5e1a5" },
  { name: "750V", light: "#6d4c41", dark: "#d7ccc8" },
];
const OTHER_VOLTAGE = { light: "#4c5a66", dark: "#a9b6c1" };

export function colourOfVoltage(is_dark: boolean): Expression {
  const branches = VOLTAGES.flatMap(({ name, light, dark }) => [name, is_dark ? dark : light]);
  const other = is_dark ? OTHER_VOLTAGE.dark : OTHER_VOLTAGE.light;
  return ["match", ["get", "voltage"], ...branches, other] as unknown as Expression;
}
