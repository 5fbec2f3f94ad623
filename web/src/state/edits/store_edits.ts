/**
 * Stores edits, all or none, on top of what is stored: other users' changes meanwhile are kept. A
 * request whose answer was lost is sent again under its key, so it is carried out only once.
 */
import { signal } from "@preact/signals";
import { api, askFully, type Schemas, statusOf, type Told } from "../../api/client.ts";
import { keepRecords, readStored, type Stored } from "../timetable.ts";
import { changeOf, type Done, type Edit, type Form, formOf, isSame, kindOfEdit } from "./edit.ts";
import { type Clash, listDifferences, merge, type Side } from "./merge.ts";
import { rememberStep } from "./undo_steps.ts";

/** Number of requests that are storing changes. */
export const storing_count = signal(0);

/** Known stored records, by edit key; null: deleted. Missing ones are read. */
export type Known = ReadonlyMap<string, Stored | null>;

export interface Outcome {
  /** From the former record to the stored one, in the order of the edits, without deleted records. */
  readonly done: readonly Done[];
  /** Edits of records that another user has deleted. */
  readonly gone: readonly Edit[];
  /** No other user had changed any of it. */
  readonly is_alone: boolean;
  /** The answer's header `x-warnings`; null: there is nothing to be told. */
  readonly warnings: string | null;
}

/** Both sides have changed fields of a record to different values. */
export interface Overlap {
  readonly edit: Edit;
  readonly stored: Stored;
  readonly clashes: readonly Clash[];
}

/** Nothing was stored. */
export interface Refused {
  readonly overlaps: readonly Overlap[];
  /** If merging is not allowed: edits of records that another user has changed or deleted. */
  readonly outdated: readonly Edit[];
}

/** Others may be faster several times, but not forever. */
const TRIES_MAX = 5;

/**
 * As a step that can be undone. `merges`: keep other users' changes meanwhile; otherwise nothing is stored if there are
 * any. Throws ApiFault.
 */
export async function storeEdits(
  timetable_id: number,
  edits: readonly Edit[],
  known: Known = new Map(),
  merges = true,
): Promise<Outcome | Refused> {
  const outcome = await storeUnremembered(timetable_id, edits, known, merges);
  if ("done" in outcome && outcome.done.length > 0) rememberStep(timetable_id, outcome.done);
  return outcome;
}

/** What takes a step back or again is no step itself. */
export async function storeUnremembered(
  timetable_id: number,
  edits: readonly Edit[],
  known: Known = new Map(),
  merges = true,
): Promise<Outcome | Refused> {
  storing_count.value += 1;
  try {
    let stored = known;
    for (let tries = 1; ; tries++) {
      stored = await readMissing(edits, stored);
      const put = placeOnto(edits, stored);
      const outdated = merges ? [] : put.changed;
      const { overlaps } = put;
      if (outdated.length + overlaps.length > 0) return { overlaps, outdated };
      try {
        return await send(timetable_id, put);
      } catch (error) {
        const is_overtaken = statusOf(error) === 412 || statusOf(error) === 404;
        if (!is_overtaken || tries === TRIES_MAX) throw error;
      }
      stored = new Map();
    }
  } finally {
    storing_count.value -= 1;
  }
}

async function readMissing(edits: readonly Edit[], known: Known): Promise<Known> {
  const read = edits.map(async (edit): Promise<[string, Stored | null]> => {
    const { key, id, before } = edit;
    const found = known.get(key);
    if (found !== undefined || id === null || before === null) return [key, found ?? null];
    return [key, await readStored(kindOfEdit(edit), id)];
  });
  return new Map(await Promise.all(read));
}

interface Placed {
  readonly edits: readonly { readonly edit: Edit; readonly tag?: string }[];
  readonly gone: readonly Edit[];
  /** Edits of records that another user has changed or deleted. */
  readonly changed: readonly Edit[];
  readonly overlaps: readonly Overlap[];
}

/** Each edit, applied to what is stored. */
function placeOnto(edits: readonly Edit[], known: Known): Placed {
  const placed: { edit: Edit; tag?: string }[] = [];
  const gone: Edit[] = [];
  const changed: Edit[] = [];
  const overlaps: Overlap[] = [];
  for (const edit of edits) {
    if (edit.before === null || edit.id === null) {
      placed.push({ edit });
      continue;
    }
    const stored = known.get(edit.key) ?? null;
    if (stored === null) {
      gone.push(edit);
      changed.push(edit);
      continue;
    }
    const now = formOf(stored.train);
    const { after, clashes } = rebase(edit, now);
    if (clashes.length > 0) overlaps.push({ edit, stored, clashes });
    if (!isSame(now, edit.before)) changed.push(edit);
    if (!isSame(now, after))
      placed.push({ edit: { ...edit, before: now, after }, tag: stored.tag });
  }
  return { edits: placed, gone, changed, overlaps };
}

/** Applies the edit to a record that another user may have changed. Without a `side`, clashes keep their values. */
export function rebase(
  { before, after }: Edit,
  now: Form,
  side?: Side,
): { readonly after: Form | null; readonly clashes: readonly Clash[] } {
  if (before === null) return { after, clashes: [] };
  if (after !== null) {
    const { merged, clashes } = merge(before, after, now, side);
    return { after: merged, clashes };
  }
  const clashes = listDifferences(before, now).map((one) => {
    const theirs =
      one.group === "form" ? (now as Readonly<Record<string, unknown>>)[one.name] : now;
    return { ...one, mine: undefined, theirs };
  });
  return { after: clashes.length > 0 && side !== "mine" ? now : null, clashes };
}

async function send(timetable_id: number, { edits, gone, changed }: Placed): Promise<Outcome> {
  const is_alone = changed.every((edit) => gone.includes(edit));
  if (edits.length === 0) return { done: [], gone, is_alone, warnings: null };
  const changes = edits.map(({ edit, tag }) => changeOf(edit, tag));
  const { data: answer, headers } = await sendOnce(timetable_id, { changes });
  const done = edits.map(({ edit }, i): Done => {
    const { id = edit.id ?? 0, train } = answer.trains[i] ?? {};
    return { ...edit, id, after: train === undefined ? null : formOf(train) };
  });
  const kept = answer.trains.flatMap((one) => (one?.train === undefined ? [] : [one.train]));
  const removed = done.flatMap(({ id, after }) => (after === null ? [id] : []));
  keepRecords(kept, removed);
  return { done, gone, is_alone, warnings: headers.get("x-warnings") };
}

/** The last request without a certain answer. */
let open_request: { readonly text: string; readonly key: string } | null = null;

async function sendOnce(
  timetable_id: number,
  body: Schemas["ChangeList"],
): Promise<Told<Schemas["ChangesResult"]>> {
  const text = JSON.stringify([timetable_id, body]);
  const key = open_request?.text === text ? open_request.key : makeKey();
  open_request = { text, key };
  const answer = await askFully(
    api.POST("/timetable/{timetable_id}/changes", {
      params: { path: { timetable_id }, header: { "idempotency-key": key } },
      body,
    }),
  );
  open_request = null;
  return answer;
}

/** `crypto.randomUUID` does not exist on pages served without TLS. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
