/** The chosen object: as it is stored, and as the form has it. */
import { computed, effect, signal } from "@preact/signals";
import { attempt, tell } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { askOne } from "./edits/ask_objects.ts";
import {
  commit,
  deleted_here,
  made_here,
  pending,
  settled,
  storing_count,
} from "./edits/commit.ts";
import { callOf, keyOf, type RailObject, remove, type Target, update } from "./edits/edits.ts";
import { can_edit, infra } from "./edits/infra_state.ts";
import { isSame, type Json, mergeChanges } from "./edits/patch.ts";

export interface Chosen extends Target {
  readonly stored: RailObject;
  /** A point of it on the map; null: it has none. */
  readonly place: readonly [number, number] | null;
}

export const chosen = signal<Chosen | null>(null);
/** What the form has; null: nothing is chosen. */
export const draft = signal<RailObject | null>(null);

export const is_changed = computed(() => {
  const [one, own] = [chosen.value, draft.value];
  return one !== null && own !== null && !isSame(one.stored as Json, own as Json);
});

type Found = NonNullable<Awaited<ReturnType<typeof askOne>>>;

let latest = 0;

export function unchoose(): void {
  latest++;
  chosen.value = null;
  draft.value = null;
}

/** Whether it is there. Throws ApiFault. */
export async function choose(target: Target): Promise<boolean> {
  const own = ++latest;
  const found = await askOne(target);
  if (own !== latest) return false;
  if (found === null) {
    unchoose();
    return false;
  }
  show(target, found);
  return true;
}

/** What the form has changed of the same object stays, on top of what is stored now. */
function show(target: Target, { railjson, geographic }: Found): void {
  const one = chosen.peek();
  const stored = railjson as unknown as RailObject;
  const former = one !== null && keyOf(one) === keyOf(target) ? one.stored : stored;
  const own = former === stored ? stored : (draft.peek() ?? former);
  chosen.value = { ...target, stored, place: firstPlace(geographic) };
  draft.value = mergeChanges(former as Json, own as Json, stored as Json) as unknown as RailObject;
}

export function firstPlace(geometry: { readonly coordinates: unknown } | null): Chosen["place"] {
  const numbers = ((geometry?.coordinates ?? []) as unknown[]).flat(2) as number[];
  const [lon, lat] = numbers;
  return lon === undefined || lat === undefined ? null : [lon, lat];
}

/** With another content it may be another; what the form has changed stays. Returns what ends it. */
export function followChosen(): () => void {
  let seen: string | null = null;
  return effect(() => {
    const version = infra.value?.version ?? null;
    if (version === seen) return;
    seen = version;
    const one = chosen.peek();
    if (version !== null && one !== null) attempt(async () => await readAgain(one));
  });
}

async function readAgain(one: Chosen): Promise<void> {
  // A change of this page's own is told before its answer comes.
  await settled();
  const found = await askOne(one);
  if (storing_count.peek() > 0) {
    await readAgain(one);
    return;
  }
  if (chosen.peek() !== one) return;
  if (found === null) {
    unchoose();
    if (!deleted_here.has(keyOf(one)))
      tell("warning", TOOL_TEXTS.editor.gone(callOf(one.obj_type, one.stored)));
    return;
  }
  if (isSame(found.railjson as Json, one.stored as Json)) return;
  const own = is_changed.peek() ? draft.peek() : null;
  show(one, found);
  const is_own = isSame(found.railjson as Json, (made_here.get(keyOf(one)) ?? null) as Json);
  if (own !== null && !is_own && !isSame(found.railjson as Json, own as Json)) {
    tell("warning", TOOL_TEXTS.editor.changed_by_another(callOf(one.obj_type, one.stored)));
  }
}

export function setDraft(next: RailObject): void {
  draft.value = next;
}

/** Stores what the form has. */
export async function storeDraft(): Promise<void> {
  const [one, own] = [chosen.peek(), draft.peek()];
  if (one === null || own === null || !can_edit.peek()) return;
  const name = TOOL_TEXTS.editor.changed(callOf(one.obj_type, one.stored));
  const known = new Map([[keyOf(one), own]]);
  const is_stored = await commit(name, [update(one.obj_type, one.stored, own)], known);
  if (is_stored && chosen.peek() === one) chosen.value = { ...one, stored: own };
}

export async function deleteChosen(): Promise<void> {
  const one = chosen.peek();
  if (one === null || !can_edit.peek()) return;
  unchoose();
  const is_gone = await commit(TOOL_TEXTS.editor.deleted(callOf(one.obj_type, one.stored)), [
    remove(one.obj_type, one.obj_id),
  ]);
  if (!is_gone && chosen.peek() === null) await choose(one);
}

/** Ids of objects whose tiles are not what they will be. */
export const hidden_ids = computed(() =>
  [...pending.value.keys()].map((key) => key.slice(key.indexOf(" ") + 1)),
);
