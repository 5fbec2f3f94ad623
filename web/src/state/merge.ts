/**
 * Merges a change of a train with what another user has stored meanwhile, field by field: a field that only one side has
 * changed is taken from that side. Of the schedule, each value at a waypoint is a field of its own.
 */
import type { Schemas } from "../api/client.ts";

export type Replacement = Schemas["TrainScheduleReplacement"];

/** A field that both sides have changed, to different values. */
export interface Clash {
  /** As in the record; of the schedule, as in its entries. */
  readonly name: string;
  /** Waypoint of an entry of the schedule. */
  readonly at: string | null;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export type Side = "mine" | "theirs";

interface Field {
  readonly name: string;
  readonly at: string | null;
  readonly value: unknown;
}

/** The merged record; without a `side`, fields of `clashes` are as theirs. */
export function merge(
  base: Replacement,
  mine: Replacement,
  theirs: Replacement,
  side: Side = "theirs",
): { readonly merged: Replacement; readonly clashes: readonly Clash[] } {
  const [was, wanted, stored] = [fieldsOf(base), fieldsOf(mine), fieldsOf(theirs)];
  const merged = new Map(stored);
  const clashes: Clash[] = [];
  for (const [key, { name, at }] of new Map([...was, ...wanted])) {
    const [before, own, other] = [was, wanted, stored].map((fields) => textOf(fields.get(key)));
    if (own === before || own === other) continue;
    const is_clash = other !== before;
    if (is_clash) {
      clashes.push({ name, at, mine: wanted.get(key)?.value, theirs: stored.get(key)?.value });
    }
    if (is_clash && side === "theirs") continue;
    const field = wanted.get(key);
    if (field === undefined) merged.delete(key);
    else merged.set(key, field);
  }
  return { merged: formOf(merged), clashes };
}

function textOf(field: Field | undefined): string | undefined {
  return JSON.stringify(field?.value);
}

function fieldsOf({ schedule = [], ...form }: Replacement): Map<string, Field> {
  const fields: Field[] = [
    ...Object.entries(form).map(([name, value]) => ({ name, at: null, value })),
    ...schedule.flatMap(({ at, ...entry }) =>
      Object.entries(entry).map(([name, value]) => ({ name, at, value })),
    ),
  ];
  return new Map(fields.map((field) => [JSON.stringify([field.at, field.name]), field]));
}

type Entry = NonNullable<Replacement["schedule"]>[number];

/** Entries of the schedule are in the order of the path. */
function formOf(fields: ReadonlyMap<string, Field>): Replacement {
  const form: Record<string, unknown> = {};
  const entries = new Map<string, Record<string, unknown>>();
  for (const { name, at, value } of fields.values()) {
    if (at === null) form[name] = value;
    else entries.set(at, { ...entries.get(at), [name]: value });
  }
  const { path } = form as Pick<Replacement, "path">;
  const order = new Map(path.map(({ id }, i) => [id, i]));
  const placeOf = ([at]: readonly [string, unknown]): number => order.get(at) ?? path.length;
  const schedule = [...entries]
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(([at, entry]) => ({ at, ...entry }) as Entry);
  return { ...(form as unknown as Replacement), schedule };
}
