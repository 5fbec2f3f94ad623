/**
 * Merges a change of a record with what another user has stored meanwhile, field by field: a field that only one side
 * has changed is taken from that side. Values at a waypoint, of the pace, and of an exception are separate fields.
 */
import { type Form, isSame, isService, type ScheduleEntry } from "./edit.ts";

type Group = "form" | "schedule" | "paced" | "exceptions";

/** A field that both sides have changed to different values. */
export interface Clash {
  readonly group: Group;
  /** Waypoint of a schedule entry, or key of an exception. */
  readonly key: string;
  /** Name in the record; empty for a whole entry, which one side has removed. */
  readonly name: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export type Side = "mine" | "theirs";

type Values = Readonly<Record<string, unknown>>;

interface Entry {
  readonly group: Group;
  readonly key: string;
  readonly values: Values;
}

type Entries = Map<string, Entry>;

/** The merged record; without a `side`, fields of `clashes` have their values. */
export function merge<One extends Form>(
  base: One,
  mine: One,
  theirs: One,
  side: Side = "theirs",
): { readonly merged: One; readonly clashes: readonly Clash[] } {
  const [was, wanted, stored] = [entriesOf(base), entriesOf(mine), entriesOf(theirs)];
  const merged: Entries = new Map(stored);
  const clashes: Clash[] = [];
  for (const id of new Set([...was.keys(), ...wanted.keys()])) {
    const [before, own, other] = [was.get(id), wanted.get(id), stored.get(id)];
    if (isSame(own?.values, before?.values)) continue;
    const is_removed = own === undefined || (other === undefined && before !== undefined);
    const found = is_removed
      ? mergeRemoved({ before, own, other }, side)
      : mergeValues({ before, own, other }, side);
    clashes.push(...found.clashes);
    if (found.entry === undefined) merged.delete(id);
    else merged.set(id, found.entry);
  }
  const made = makeForm(merged, theirs);
  if (!hasLoosePlaces(made)) return { merged: made, clashes };
  // One side has removed a waypoint that the other needs.
  const path = { mine: mine.path, theirs: theirs.path };
  clashes.push({ group: "form", key: "", name: "path", ...path });
  return { merged: dropLoosePlaces(made, side === "mine" ? mine : theirs), clashes };
}

interface Three {
  readonly before: Entry | undefined;
  readonly own: Entry | undefined;
  readonly other: Entry | undefined;
}

interface Found {
  readonly entry: Entry | undefined;
  readonly clashes: readonly Clash[];
}

/** One side or both have removed the entry. */
function mergeRemoved({ before, own, other }: Three, side: Side): Found {
  const is_clash = !isSame(other?.values, before?.values) && !isSame(own?.values, other?.values);
  if (!is_clash) return { entry: own, clashes: [] };
  const { group, key } = own ?? other ?? { group: "form", key: "" };
  const clash = { group, key, name: "", mine: own?.values, theirs: other?.values };
  return { entry: side === "mine" ? own : other, clashes: [clash] };
}

function mergeValues({ before, own, other }: Three, side: Side): Found {
  const { group, key } = own ?? { group: "form", key: "" };
  const clashes: Clash[] = [];
  const values: Record<string, unknown> = { ...other?.values };
  for (const name of namesOf(before, own)) {
    const [was, mine, theirs] = [before, own, other].map((one) => one?.values[name]);
    if (isSame(mine, was) || isSame(mine, theirs)) continue;
    const is_clash = other !== undefined && !isSame(theirs, was);
    if (is_clash) clashes.push({ group, key, name, mine, theirs });
    if (is_clash && side === "theirs") continue;
    if (mine === undefined) delete values[name];
    else values[name] = mine;
  }
  return { entry: { group, key, values }, clashes };
}

/** Names of the fields in which two records differ. */
export function listDifferences(
  before: Form,
  after: Form,
): readonly Pick<Clash, "group" | "key" | "name">[] {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => {
    const [a, b] = [was.get(id), is.get(id)];
    const { group, key } = b ?? a ?? { group: "form" as const, key: "" };
    return namesOf(a, b)
      .filter((name) => !isSame(a?.values[name] ?? null, b?.values[name] ?? null))
      .map((name) => ({ group, key, name }));
  });
}

function namesOf(a: Entry | undefined, b: Entry | undefined): string[] {
  return [...new Set([...Object.keys(a?.values ?? {}), ...Object.keys(b?.values ?? {})])];
}

function entriesOf(form: Form): Entries {
  const { schedule, ...rest } = form;
  const { paced, exceptions, ...own } = { paced: {}, exceptions: [], ...rest };
  const entries: Entry[] = [
    { group: "form", key: "", values: partDays(own) },
    ...schedule.map(({ at, ...values }): Entry => ({ group: "schedule", key: at, values })),
    { group: "paced", key: "", values: paced },
    ...exceptions.map(({ key, ...values }): Entry => ({ group: "exceptions", key, values })),
  ];
  return new Map(entries.map((entry) => [JSON.stringify([entry.group, entry.key]), entry]));
}

/** A start over midnight changes no day, and other days no start: they are two fields. */
function partDays({ days, ...own }: Pick<Form, "days">): Values {
  return { ...own, days: days && { ...days, day_offset: undefined }, day_offset: days?.day_offset };
}

function joinDays({ day_offset, days, ...own }: Values): Values {
  return days ? { ...own, days: { ...days, day_offset } } : own;
}

/** Schedule entries in path order. */
function makeForm<One extends Form>(entries: Entries, like: One): One {
  const inGroup = (group: Group): Entry[] =>
    [...entries.values()].filter((entry) => entry.group === group);
  const [own, paced] = [joinDays(inGroup("form")[0]?.values ?? {}), inGroup("paced")[0]?.values];
  const form = { ...(isService(like) && { paced: like.paced, exceptions: [] }), ...own } as One;
  const places = new Map(form.path.map(({ id }, i) => [id, i]));
  const placeOf = ({ key }: Entry): number => places.get(key) ?? form.path.length;
  const schedule = inGroup("schedule")
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ key, values }) => ({ at: key, ...values }) as ScheduleEntry);
  if (!isService(form)) return { ...form, schedule };
  const exceptions = inGroup("exceptions").map(({ key, values }) => ({ key, ...values }));
  return { ...form, schedule, paced, exceptions } as One;
}

/** Whether something refers to a waypoint that is not in the path. */
function hasLoosePlaces({ path, schedule, margins, power_restrictions }: Form): boolean {
  const ids = new Set(path.map(({ id }) => id));
  const named = [
    ...schedule.map(({ at }) => at),
    ...margins.boundaries,
    ...power_restrictions.flatMap(({ from, to }) => [from, to]),
  ];
  return named.some((id) => !ids.has(id));
}

/** Takes the path of one side, and drops what refers to waypoints that it lacks. */
export function dropLoosePlaces<One extends Form>(form: One, { path, margins }: Form): One {
  const ids = new Set(path.map(({ id }) => id));
  const are_margins_loose = form.margins.boundaries.some((id) => !ids.has(id));
  return {
    ...form,
    path,
    schedule: form.schedule.filter(({ at }) => ids.has(at)),
    margins: are_margins_loose ? margins : form.margins,
    power_restrictions: form.power_restrictions.filter(
      ({ from, to }) => ids.has(from) && ids.has(to),
    ),
  };
}
