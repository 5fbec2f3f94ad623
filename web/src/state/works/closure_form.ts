/** The work or limit that is being made or changed, and whether an area is drawn for it. */
import { signal } from "@preact/signals";
import type { Area } from "../../graph/viewport.ts";
import type { Closure } from "./closure_groups.ts";

export interface ClosureWish {
  readonly area: Area;
  /** Null: a new one. */
  readonly before: Closure | null;
}

/** Null: none is being made or changed. */
export const closure_wish = signal<ClosureWish | null>(null);
/** The work or limit that an area is drawn for; null for a new one. */
export const drawn_for = signal<Closure | null>(null);
/** Dragging on the graph draws an area. */
export const is_drawing_area = signal(false);
