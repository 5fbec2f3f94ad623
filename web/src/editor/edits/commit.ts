/**
 * Stores edits, one after the other, and takes them back. What is being stored is drawn at once; when the server refuses
 * it, it goes with its reason. A step of undo is an edit as well: what somebody else has changed since makes it fail.
 */
import { computed, signal } from "@preact/signals";
import { api, ask } from "../../api/client.ts";
import { explain, noteFailure, tell } from "../../state/session.ts";
import { NO_STEPS, type Steps, turnStep, type Way, withStep } from "../../state/steps.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { askTargets } from "./ask_objects.ts";
import { type Edit, invert, keyOf, type Operation, type RailObject, targetOf } from "./edits.ts";
import { can_edit, edited_id, readInfra } from "./infra_state.ts";

export const steps = signal<Steps<Edit>>(NO_STEPS);

/** Objects as they will be, by key; null: gone. Drawn over the tiles until these have them. */
export type Pending = ReadonlyMap<string, RailObject | null>;
export const pending = signal<Pending>(new Map());

/** How many edits wait for their answers. */
export const storing_count = signal(0);

/** For buttons whose edit is made once. */
export const can_store = computed(() => can_edit.value && storing_count.value === 0);

let doing: Promise<unknown> = Promise.resolve();

export function forgetSteps(): void {
  steps.value = NO_STEPS;
  pending.value = new Map();
  made_here.clear();
}

type Answer = readonly { readonly obj_type: string; readonly railjson: unknown }[];

/** Throws ApiFault. */
async function post(
  infra_id: number,
  operations: readonly Operation[],
): Promise<Map<string, RailObject>> {
  const answer: Answer = await ask(
    api.POST("/infra/{infra_id}", { params: { path: { infra_id } }, body: [...operations] }),
  );
  const told = operations.filter(({ operation_type }) => operation_type !== "DELETE");
  const entries = told.map((operation, i): [string, RailObject] => [
    keyOf(targetOf(operation)),
    answer[i]?.railjson as RailObject,
  ]);
  for (const [key, object] of entries) made_here.set(key, object);
  return new Map(entries);
}

/** Objects as this page has stored them last, by key: what is so was changed by nobody else. */
export const made_here = new Map<string, RailObject>();

/** Resolves when nothing waits to be stored. */
export async function settled(): Promise<void> {
  while (storing_count.peek() > 0) await doing;
}

/** Keys of objects deleted here: their absence needs no message. */
export const deleted_here = new Set<string>();

function drawAtOnce(next: Pending): void {
  for (const [key, object] of next) {
    if (object === null) deleted_here.add(key);
    else deleted_here.delete(key);
  }
  pending.value = new Map([...pending.peek(), ...next]);
}

function takeBack(keys: Iterable<string>): void {
  const left = new Map(pending.peek());
  for (const key of keys) {
    left.delete(key);
    deleted_here.delete(key);
  }
  pending.value = left;
}

/** Stores edits one after the other. Null: the edit was refused, and the reader has a message. */
async function inTurn<T>(drawn: Pending, work: () => Promise<T>): Promise<T | null> {
  drawAtOnce(drawn);
  storing_count.value += 1;
  const own = doing.then(work);
  doing = own.catch(() => undefined);
  try {
    return await own;
  } catch (error) {
    takeBack(drawn.keys());
    noteFailure(error);
    tell("failed", TOOL_TEXTS.editor.refused(explain(error)));
    return null;
  } finally {
    storing_count.value -= 1;
  }
}

/** What operations will have made, as far as it is known before the answer. */
export function foresee(operations: readonly Operation[], known: Pending = new Map()): Pending {
  return new Map(
    operations.flatMap((operation): [string, RailObject | null][] => {
      const key = keyOf(targetOf(operation));
      if (operation.operation_type === "CREATE") return [[key, operation.railjson as RailObject]];
      if (operation.operation_type === "DELETE") return [[key, null]];
      const next = known.get(key);
      return next === undefined ? [] : [[key, next]];
    }),
  );
}

/** Stores operations under a name for the reader; `known` is what updates will have made. Whether the server took them. */
export async function commit(
  name: string,
  operations: readonly Operation[],
  known: Pending = new Map(),
): Promise<boolean> {
  const infra_id = edited_id.peek();
  if (operations.length === 0 || infra_id === null) return false;
  const drawn = foresee(operations, known);
  const done = await inTurn(drawn, async () => {
    const targets = operations.filter(({ operation_type }) => operation_type !== "CREATE");
    const before = await askTargets(infra_id, targets.map(targetOf));
    const after = await post(infra_id, operations);
    await readInfra();
    return { name, operations, inverse: invert(operations, before, after) };
  });
  if (done === null) return false;
  addStep(infra_id, done);
  return true;
}

/** Of something that was stored already. The steps of a network are forgotten when it is left. */
export function addStep(infra_id: number, edit: Edit): void {
  if (edited_id.peek() === infra_id) steps.value = withStep(steps.peek(), edit);
  tell("done", TOOL_TEXTS.editor.stored(edit.name));
}

export async function undo(): Promise<void> {
  await takeLast("undo");
}

export async function redo(): Promise<void> {
  await takeLast("redo");
}

let taking: Promise<void> = Promise.resolve();

/** One after the other: a second click takes the step before. */
async function takeLast(way: Way): Promise<void> {
  taking = taking.then(async () => {
    const [infra_id, step] = [edited_id.peek(), steps.peek()[way].at(-1)];
    if (infra_id === null || step === undefined) return;
    const operations = way === "undo" ? step.inverse : step.operations;
    const done = await inTurn(foresee(operations), async () => {
      await post(infra_id, operations);
      await readInfra();
      return true;
    });
    if (done === null) return;
    tell("done", TOOL_TEXTS.editor[way === "undo" ? "undone" : "redone"](step.name));
    if (edited_id.peek() === infra_id) steps.value = turnStep(steps.peek(), way, step);
  });
  await taking;
}
