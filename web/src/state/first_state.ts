/** The open timetable as it was when the page first had all of it, to compare later changes with. */
import { effect, signal } from "@preact/signals";
import { type GraphData, graph_data } from "./graph.ts";
import { step } from "./loading.ts";
import { type Timetable, timetable } from "./timetable.ts";

export interface FirstState {
  readonly at_ms: number;
  readonly timetable: Timetable;
  /** Where its trains ran along the axis of that time. */
  readonly axis: GraphData["axis"];
  readonly projected: GraphData["projected"];
}

/** Null: the timetable was never complete yet. */
export const first_state = signal<FirstState | null>(null);

/** Nothing is copied: shown data is never changed in place. */
export function followFirstState(): void {
  effect(() => {
    const [known, data] = [timetable.value, graph_data.value];
    if (known === null || data === null || step.value !== "idle") return;
    if (first_state.peek()?.timetable.timetable_id === known.timetable_id) return;
    const { axis, projected } = data;
    first_state.value = { at_ms: Date.now(), timetable: known, axis, projected };
  });
}
