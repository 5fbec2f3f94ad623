/** What the graph shows beside its data: pointer, choices, helpers of the drawing. */
import { signal } from "@preact/signals";
import type { Conflict } from "../graph/marks.ts";
import type { Painter } from "../graph/painter.ts";
import type { Picked } from "../graph/pick.ts";
import type { Spot } from "../parts/gestures.ts";

export const hovered = signal<Picked | null>(null);
/** Under the pointer, where no train is. */
export const hovered_conflict = signal<{
  readonly conflict: Conflict;
  readonly spot: Spot;
} | null>(null);
export const chosen_conflict = signal<Conflict | null>(null);
export const rectangle = signal<{ readonly from: Spot; readonly to: Spot } | null>(null);
export const now_ms = signal(Date.now());
/** Null: the graph is not on the screen. */
export const painter = signal<Painter | null>(null);
