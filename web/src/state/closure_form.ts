/** The work or the limit that is being made or changed, and whether an area is drawn for it. */
import { signal } from "@preact/signals";
import type { Area } from "../graph/viewport.ts";
import type { Closure } from "./closure_groups.ts";

export interface ClosureWish {
  readonly area: Area;
  /** Null: a new one. */
  readonly before: Closure | null;
}

/** Null: none is made or changed. */
export const closure_wish = signal<ClosureWish | null>(null);
/** What a drawn area is for; null: something new. */
export const drawn_for = signal<Closure | null>(null);
/** What is dragged on the graph is an area. */
export const is_drawing_area = signal(false);
