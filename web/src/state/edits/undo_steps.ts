/**
 * Steps to undo and redo, each in the list of the timetable that it changed. Kept per browser tab and
 * signed-in user: a reload loses no step, and the tab's next user sees none of another's.
 */
import { computed, effect, signal } from "@preact/signals";
import { addressOf } from "../../api/client.ts";
import { timetable_id } from "../address.ts";
import { session } from "../session.ts";
import { NO_STEPS, type Steps, turnStep, type Way, withoutStep, withStep } from "../steps.ts";
import { type Done, followRenumbered } from "./edit.ts";

/** What was stored at once. */
export interface Step {
  readonly edits: readonly Done[];
}

/** The stored form: all steps of one user, by timetable. */
interface Kept {
  readonly owner: string;
  readonly steps: Readonly<Record<string, Steps<Step>>>;
}

const keyOf = (): string => `${addressOf("/")} steps`;

/** By timetable. */
const all_steps = signal<Kept["steps"]>({});
/** Those of the open timetable. */
export const steps = computed(() => all_steps.value[timetable_id.value ?? 0] ?? NO_STEPS);
export const undoable = computed(() => steps.value.undo);
export const redoable = computed(() => steps.value.redo);

/** The user whose steps these are; null: not known yet, or nobody is signed in. */
const owner = computed(() => {
  const { user, is_open } = session.value ?? { user: null, is_open: false };
  if (user !== null) return String(user.id);
  return is_open ? "anybody" : null;
});

export function rememberStep(id: number, edits: readonly Done[]): void {
  changeSteps(id, (now) => withStep(now, { edits }));
}

export function forgetStep(id: number, way: Way, step: Step): void {
  changeSteps(id, (now) => withoutStep(now, way, step));
}

/**
 * A step was taken: now it can be taken the other way. A record that is restored has a new id; returns the new ids by
 * the former ones.
 */
export function swapStep(
  id: number,
  way: Way,
  step: Step,
  done: readonly Done[],
): ReadonlyMap<number, number> {
  const ids = new Map(
    step.edits.flatMap((edit) => {
      const again = done.find(({ key }) => key === edit.key);
      return again === undefined || again.id === edit.id ? [] : [[edit.id, again.id] as const];
    }),
  );
  const renumber = ({ edits }: Step): Step => ({
    edits: edits.map(({ key, id: former, before, after }) => ({
      key,
      id: ids.get(former) ?? former,
      before: before && followRenumbered(before, ids),
      after: after && followRenumbered(after, ids),
    })),
  });
  changeSteps(id, (now) => {
    const joined = turnStep(now, way, step, { edits: done });
    if (ids.size === 0) return joined;
    return { undo: joined.undo.map(renumber), redo: joined.redo.map(renumber) };
  });
  return ids;
}

function changeSteps(id: number, change: (now: Steps<Step>) => Steps<Step>): void {
  const [before, who] = [all_steps.peek(), owner.peek()];
  all_steps.value = { ...before, [id]: change(before[id] ?? NO_STEPS) };
  if (who !== null) keepFitting({ owner: who, steps: all_steps.peek() }, id);
}

export function followUndoSteps(): void {
  effect(() => {
    const who = owner.value;
    all_steps.value = who === null ? {} : readSteps(who);
  });
}

/** Steps by timetable. Another user's steps, and unreadable ones, are dropped. */
function readSteps(who: string): Kept["steps"] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf()) ?? "null");
    if (isKept(kept) && kept.owner === who) return kept.steps;
  } catch {
    // It was not stored by this page.
  }
  keep(null);
  return {};
}

/** If there is not room for all, keeps the last ones; if the browser may store nothing, a reload loses them. */
function keepFitting(kept: Kept, id: number): void {
  const { undo, redo } = kept.steps[id] ?? NO_STEPS;
  for (let count = Math.max(undo.length, redo.length); ; count = Math.floor(count / 2)) {
    const last = count === 0 ? NO_STEPS : { undo: undo.slice(-count), redo: redo.slice(-count) };
    if (keep({ ...kept, steps: { ...kept.steps, [id]: last } }) || count === 0) return;
  }
}

/** Returns whether it was stored. */
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
  return Object.values(own).every((one: Partial<Steps<Step>> | null) =>
    [one?.undo, one?.redo].every((list) => Array.isArray(list) && list.every(isStep)),
  );
}

function isStep(step: Partial<Step> | null): boolean {
  return (
    Array.isArray(step?.edits) &&
    step.edits.every(
      (edit: Partial<Done> | null) => typeof edit?.id === "number" && typeof edit.key === "string",
    )
  );
}
