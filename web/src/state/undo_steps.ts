/**
 * What can be undone in the open timetable. Kept for the browser's tab and for the user who is signed in: a reload loses
 * no step, and the next user of the tab finds none of another's.
 */
import { computed, effect, signal } from "@preact/signals";
import { addressOf } from "../api/client.ts";
import { timetable_id } from "./address.ts";
import type { Done } from "./change.ts";
import { session } from "./session.ts";

/** What is kept: all steps of one user. */
interface Kept {
  readonly owner: string;
  readonly steps: Readonly<Record<string, readonly Done[]>>;
}

const UNDO_MAX = 5;
const keyOf = (): string => `${addressOf("/")} undo`;
export const undoable = signal<readonly Done[]>([]);

/** Whose steps these are; null: it is not known yet, or nobody is signed in. */
const owner = computed(() => {
  const { user, is_open } = session.value ?? { user: null, is_open: false };
  if (user !== null) return String(user.id);
  return is_open ? "anybody" : null;
});

export function rememberStep(step: Done): void {
  undoable.value = [...undoable.peek(), step].slice(-UNDO_MAX);
}

export function forgetStep(step: Done): void {
  undoable.value = undoable.peek().filter((one) => one !== step);
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
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf()) ?? "null");
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
    if (kept === null) sessionStorage.removeItem(keyOf());
    else sessionStorage.setItem(keyOf(), JSON.stringify(kept));
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
        (step: Partial<Done> | null) =>
          typeof step?.after?.id === "number" && step.before?.id === step.after.id,
      ),
  );
}
