/**
 * What can be undone in the open timetable. Kept for the browser's tab and for who is signed in: a reload loses no
 * step, and the next user of the tab finds none of another's.
 */
import { computed, effect, signal } from "@preact/signals";
import { BASE_URL } from "../api/client.ts";
import { timetable_id } from "./address.ts";
import { session } from "./session.ts";
import type { TrainSchedule } from "./timetable.ts";

export interface Undoable {
  readonly before: TrainSchedule;
  /** Only undone while nobody else has changed the train. */
  readonly tag: string;
}

/** What is kept: all steps of one user. */
interface Kept {
  readonly owner: string;
  readonly steps: Readonly<Record<string, readonly Undoable[]>>;
}

const UNDO_MAX = 5;
const KEY = `${BASE_URL} undo`;
export const undoable = signal<readonly Undoable[]>([]);

/** Whose steps these are; null: it is not known yet, or nobody is signed in. */
const owner = computed(() => {
  const { user, is_open } = session.value ?? { user: null, is_open: false };
  if (user !== null) return String(user.id);
  return is_open ? "anybody" : null;
});

export function rememberStep(step: Undoable): void {
  undoable.value = [...undoable.peek(), step].slice(-UNDO_MAX);
}

export function followUndoSteps(): void {
  effect(() => {
    const [id, who] = [timetable_id.value, owner.value];
    const steps = who === null ? {} : readSteps(who);
    undoable.value = id === null ? [] : (steps[id] ?? []);
  });
  effect(() => {
    const [steps, id, who] = [undoable.value, timetable_id.peek(), owner.peek()];
    if (id !== null && who !== null)
      keep({ owner: who, steps: { ...readSteps(who), [id]: steps } });
  });
}

/** By timetable. What is another's, or can't be read, goes. */
function readSteps(who: string): Kept["steps"] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (isKept(kept) && kept.owner === who) return kept.steps;
  } catch {
    // Not what this page has kept.
  }
  keep(null);
  return {};
}

/** Without room for them, or without leave to keep anything, a reload loses them. */
function keep(kept: Kept | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Nothing else depends on it.
  }
}

function isKept(value: unknown): value is Kept {
  const { owner: who, steps } = (value ?? {}) as Partial<Kept>;
  if (typeof who !== "string" || typeof steps !== "object" || steps === null) return false;
  return Object.values(steps).every(
    (own) =>
      Array.isArray(own) &&
      own.every(
        (step: Partial<Undoable> | null) =>
          typeof step?.tag === "string" && typeof step.before?.id === "number",
      ),
  );
}
