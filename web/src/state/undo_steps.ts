/**
 * What can be undone and done again in the open timetable. Kept for the browser's tab and for the user who is signed
 * in: a reload loses no step, and the next user of the tab finds none of another's.
 */
import { computed, effect, signal } from "@preact/signals";
import { addressOf } from "../api/client.ts";
import { timetable_id } from "./address.ts";
import { nameStep } from "./edit_texts.ts";
import { session } from "./session.ts";
import type { Done } from "./store_edits.ts";

/** What was stored in one act. */
export interface Step {
  /** `52117: stop at Beaumont`. */
  readonly name: string;
  readonly edits: readonly Done[];
}

/** The last ones last. */
export interface Steps {
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
}

/** What is kept: all steps of one user, by timetable. */
interface Kept {
  readonly owner: string;
  readonly steps: Readonly<Record<string, Steps>>;
}

const STEPS_MAX = 50;
const NONE: Steps = { undo: [], redo: [] };
const keyOf = (): string => `${addressOf("/")} steps`;

export const steps = signal<Steps>(NONE);
export const undoable = computed(() => steps.value.undo);
export const redoable = computed(() => steps.value.redo);

/** Whose steps these are; null: it is not known yet, or nobody is signed in. */
const owner = computed(() => {
  const { user, is_open } = session.value ?? { user: null, is_open: false };
  if (user !== null) return String(user.id);
  return is_open ? "anybody" : null;
});

/** What was undone before can't be done again on top of something else. */
export function rememberStep(edits: readonly Done[]): void {
  const step = { name: nameStep(edits), edits };
  steps.value = { undo: [...steps.peek().undo, step].slice(-STEPS_MAX), redo: [] };
}

export function forgetStep(way: keyof Steps, step: Step): void {
  const now = steps.peek();
  steps.value = { ...now, [way]: now[way].filter((one) => one !== step) };
}

/** A step was taken: now it can be taken the other way. What was removed and comes back has another id. */
export function swapStep(way: keyof Steps, step: Step, done: readonly Done[]): void {
  forgetStep(way, step);
  const other = way === "undo" ? "redo" : "undo";
  const now = steps.peek();
  const joined = { ...now, [other]: [...now[other], { ...step, edits: done }].slice(-STEPS_MAX) };
  const ids = new Map(
    step.edits.flatMap(({ key, id }) => {
      const again = done.find((edit) => edit.key === key);
      return again === undefined || again.id === id ? [] : [[id, again.id] as const];
    }),
  );
  const renumber = ({ name, edits }: Step): Step => ({
    name,
    edits: edits.map((edit) => ({ ...edit, id: ids.get(edit.id) ?? edit.id })),
  });
  const has_others = ids.size > 0;
  steps.value = has_others
    ? { undo: joined.undo.map(renumber), redo: joined.redo.map(renumber) }
    : joined;
}

export function followUndoSteps(): void {
  effect(() => {
    const [id, who] = [timetable_id.value, owner.value];
    const kept = who === null ? {} : readSteps(who);
    steps.value = id === null ? NONE : (kept[id] ?? NONE);
  });
  effect(() => {
    const [now, id, who] = [steps.value, timetable_id.peek(), owner.peek()];
    if (id !== null && who !== null)
      keepFitting({ owner: who, steps: { ...readSteps(who), [id]: now } }, id);
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

/** Where there is not room for all, the last ones are kept; without leave to keep anything, a reload loses them. */
function keepFitting(kept: Kept, id: number): void {
  const { undo, redo } = kept.steps[id] ?? NONE;
  for (let count = Math.max(undo.length, redo.length); ; count = Math.floor(count / 2)) {
    const last = count === 0 ? NONE : { undo: undo.slice(-count), redo: redo.slice(-count) };
    if (keep({ ...kept, steps: { ...kept.steps, [id]: last } }) || count === 0) return;
  }
}

/** Whether it is kept. */
function keep(kept: Kept | null): boolean {
  try {
    if (kept === null) sessionStorage.removeItem(keyOf());
    else sessionStorage.setItem(keyOf(), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

function isKept(value: unknown): value is Kept {
  const { owner: who, steps: own } = (value ?? {}) as Partial<Kept>;
  if (typeof who !== "string" || typeof own !== "object" || own === null) return false;
  return Object.values(own).every((one: Partial<Steps> | null) =>
    [one?.undo, one?.redo].every((list) => Array.isArray(list) && list.every(isStep)),
  );
}

function isStep(step: Partial<Step> | null): boolean {
  return (
    typeof step?.name === "string" &&
    Array.isArray(step.edits) &&
    step.edits.every(
      (edit: Partial<Done> | null) => typeof edit?.id === "number" && typeof edit.key === "string",
    )
  );
}
