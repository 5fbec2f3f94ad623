/** What can be undone in the open timetable. Kept for the browser's tab: a reload loses no step. */
import { effect, signal } from "@preact/signals";
import { BASE_URL } from "../api/client.ts";
import { timetable_id } from "./address.ts";
import type { TrainSchedule } from "./timetable.ts";

export interface Undoable {
  readonly before: TrainSchedule;
  /** Only undone while nobody else has changed the train. */
  readonly tag: string;
}

const UNDO_MAX = 5;
export const undoable = signal<readonly Undoable[]>([]);

export function rememberStep(step: Undoable): void {
  undoable.value = [...undoable.peek(), step].slice(-UNDO_MAX);
}

const keyOf = (id: number): string => `${BASE_URL} undo ${id}`;

export function followUndoSteps(): void {
  effect(() => {
    const id = timetable_id.value;
    undoable.value = id === null ? [] : readSteps(id);
  });
  effect(() => {
    const [steps, id] = [undoable.value, timetable_id.peek()];
    if (id !== null) sessionStorage.setItem(keyOf(id), JSON.stringify(steps));
  });
}

function readSteps(id: number): readonly Undoable[] {
  return JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "[]") as Undoable[];
}
