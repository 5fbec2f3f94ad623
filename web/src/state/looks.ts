/** What the colours and dashes of trains tell apart. */
import type { Run } from "../graph/runs.ts";
import { parameters } from "./address.ts";

export const LOOKS = ["category", "stock", "label", "direction"] as const;
export type Look = (typeof LOOKS)[number];

/** As the reader wants it; else by category, or by stock where no train has a category. */
export function lookOf(runs: readonly Run[], wish: string = parameters.look.value): Look {
  const wanted = LOOKS.find((one) => one === wish);
  return wanted ?? (runs.some(({ category }) => category !== "") ? "category" : "stock");
}

/** What a run is by a look; of several labels the first counts. */
export function valueOf(by: Look, { category, stock, labels, is_back }: Run): string {
  if (by === "direction") return is_back ? "against" : "along";
  return { category, stock, label: labels[0] ?? "" }[by];
}

/** Each value has its own colour and dash, in the order of the alphabet. */
export function dress(runs: readonly Run[], by = lookOf(runs)): readonly Run[] {
  if (by === "category") return runs;
  const values = [...new Set(runs.map((run) => valueOf(by, run)))].sort();
  const looks = new Map(values.map((value, i) => [value, `#${i}`]));
  return runs.map((run) => ({ ...run, look: looks.get(valueOf(by, run)) ?? "" }));
}
