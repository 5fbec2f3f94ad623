/** What the axis of the graph is, as the address has it. */
import type { Way } from "../../graph/axis.ts";
import { unescapeAll } from "../address.ts";

/** `train_schedule:9`, `paced_train:70`, `line:830000`, or `stations:<id>:<id>…` in order; an id may contain escaped colons. */
export type AxisChoice =
  | { readonly kind: "train_schedule" | "paced_train" | "line"; readonly id: number }
  | { readonly kind: "stations"; readonly ids: readonly string[] };

/** Null: an address that names none, or that was not written by this page. */
export function readAxisChoice(text: string): AxisChoice | null {
  const [kind, ...ids] = unescapeAll(text.split(":")) ?? [];
  if (kind === "stations") return { kind, ids };
  if (kind !== "train_schedule" && kind !== "paced_train" && kind !== "line") return null;
  return { kind, id: Number(ids[0]) };
}

export function printAxisChoice(choice: AxisChoice): string {
  const named = choice.kind === "stations" ? choice.ids : [choice.id];
  return [choice.kind, ...named.map(encodeURIComponent)].join(":");
}

/** A choice that has a path. */
export interface FoundAxis {
  readonly choice: AxisChoice;
  readonly way: Way;
}
