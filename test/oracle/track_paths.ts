/**
 * Oracle for paths on tracks and switches: every sequence of tracks without a repetition, every choice
 * of places on it, written from the RailJSON with names. Exponential, for small networks only.
 */
import type { RailjsonInput } from "../../workers/engine/infra/compile/railjson_input.ts";
import { RangeMap } from "./range_map.ts";
import { blockedBy, type Stock } from "./search.ts";
import { DIRS, type Dir, makeTracks, type Track } from "./tracks.ts";

export interface TrackPlace {
  readonly track: string;
  readonly offset: number;
}

interface Directed {
  readonly track: Track;
  readonly dir: Dir;
}

/** A passage from the end of one track to the end of another in one group of a switch. */
interface Join {
  readonly from: string;
  readonly to: Directed;
  readonly node: string;
  readonly group: string;
}

export interface OracleTrackPath {
  readonly length: number;
  /** Index of the start: by track, direction and offset along it. */
  readonly start: readonly [number, number, number];
  readonly tracks: readonly Directed[];
  readonly positions: readonly number[];
  /** Groups that suit all passes of a switch; null where there is none for one of the switches. */
  readonly groups: ReadonlyMap<string, string> | null;
}

const BUILTIN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  link: { STATIC: ["A B"] },
  point_switch: { A_B1: ["A B1"], A_B2: ["A B2"] },
  crossing: { STATIC: ["A1 B1", "A2 B2"] },
  single_slip_switch: { STATIC: ["A1 B1", "A2 B2"], A1_B2: ["A1 B2"] },
  double_slip_switch: { A1_B1: ["A1 B1"], A1_B2: ["A1 B2"], A2_B1: ["A2 B1"], A2_B2: ["A2 B2"] },
};

function listJoins(input: RailjsonInput, tracks: readonly Track[]): Join[] {
  const byId = new Map(tracks.map((track) => [track.id, track]));
  return input.switches.flatMap(({ id, switch_type, ports }) => {
    const own = input.extended_switch_types.find((type) => type.id === switch_type);
    const groups: [string, (readonly [string, string])[]][] =
      switch_type in BUILTIN || own === undefined
        ? Object.entries(BUILTIN[switch_type]!).map(([name, pairs]) => [
            name,
            pairs.map((pair) => pair.split(" ") as [string, string]),
          ])
        : Object.entries(own.groups).map(([name, pairs]) => [
            name,
            pairs.map(({ src, dst }) => [src, dst] as const),
          ]);
    return groups.flatMap(([group, pairs]) =>
      pairs
        .flatMap(([a, b]) => [
          [a, b],
          [b, a],
        ])
        .filter(([a, b]) => a !== b)
        .map(([a, b]): Join => {
          const [from, to] = [ports[a!]!, ports[b!]!];
          const dir: Dir = to.endpoint === "BEGIN" ? 0 : 1;
          return {
            from: `${from.track}/${from.endpoint}`,
            to: { track: byId.get(to.track)!, dir },
            node: id,
            group,
          };
        }),
    );
  });
}

const endOf = ({ track, dir }: Directed): string => `${track.id}/${dir === 0 ? "END" : "BEGIN"}`;
const along = ({ track, dir }: Directed, offset: number): number =>
  dir === 0 ? offset : track.length - offset;

/** All paths over the items, each sequence of tracks with its nearest end, in their order of ties. */
export function listTrackPaths(
  input: RailjsonInput,
  items: readonly (readonly TrackPlace[])[],
  stock: Stock | null,
): OracleTrackPath[] {
  const tracks = makeTracks(input);
  const joins = listJoins(input, tracks);
  const blocked = new Map(
    tracks.flatMap((track) =>
      DIRS.map((dir) => [
        `${track.id}/${dir}`,
        stock === null ? [] : blockedOn({ track, dir }, stock),
      ]),
    ),
  );
  const found: OracleTrackPath[] = [];
  const visit = (start: number, sequence: readonly Directed[]): void => {
    const choice = nearestEnd(sequence, items, start);
    // A path ends where all items are taken; what goes on from there is the same path with a tail.
    if (choice !== null) {
      if (!isFree(sequence, start, choice.length, blocked)) return;
      const { track, dir } = sequence[0]!;
      const key = [track.index, dir, start] as const;
      found.push({ ...choice, start: key, tracks: sequence, groups: groupsOf(sequence, joins) });
      return;
    }
    const last = sequence.at(-1)!;
    const next = new Map<string, Directed>();
    for (const { from, to } of joins) {
      if (from === endOf(last)) next.set(`${to.track.id}/${to.dir}`, to);
    }
    for (const to of next.values()) {
      if (!sequence.some(({ track }) => track === to.track)) visit(start, [...sequence, to]);
    }
  };
  for (const dir of DIRS) {
    for (const track of tracks) {
      const here = items[0]!.filter((place) => place.track === track.id);
      for (const offset of new Set(here.map((place) => along({ track, dir }, place.offset)))) {
        visit(offset, [{ track, dir }]);
      }
    }
  }
  return found.sort(compare);
}

/** By length, then start, then track by track. */
function compare(a: OracleTrackPath, b: OracleTrackPath): number {
  const key = ({ length, start, tracks }: OracleTrackPath): number[] => [
    length,
    ...start,
    ...tracks.slice(1).map(({ track, dir }) => track.index * 2 + dir),
  ];
  return firstDifference(key(a), key(b));
}

/** The choice of places that ends first; of equal ones the first in the order of the items. */
function nearestEnd(
  sequence: readonly Directed[],
  items: readonly (readonly TrackPlace[])[],
  start: number,
): { length: number; positions: readonly number[] } | null {
  let before = -start;
  // Places are in the order of tracks, so that at a joint the end of one comes before the next one.
  const placesOf = items.map((): { at: number; position: number }[] => []);
  sequence.forEach((one, at) => {
    items.forEach((places, i) => {
      for (const { track, offset } of places) {
        if (track === one.track.id)
          placesOf[i]!.push({ at, position: before + along(one, offset) });
      }
    });
    before += one.track.length;
  });
  const choices: number[][] = [];
  const choose = (i: number, chosen: readonly number[], least: number): void => {
    if (i === items.length) choices.push([...chosen]);
    for (const { at, position } of placesOf[i] ?? []) {
      if (at >= least && position >= chosen.at(-1)!) choose(i + 1, [...chosen, position], at);
    }
  };
  choose(1, [0], 0);
  choices.sort((a, b) => a.at(-1)! - b.at(-1)! || firstDifference(a, b));
  const [positions] = choices;
  return positions === undefined ? null : { length: positions.at(-1)!, positions };
}

function firstDifference(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

function blockedOn({ track, dir }: Directed, stock: Stock): { lo: number; hi: number }[] {
  const chunks = (dir === 0 ? track.chunks : track.chunks.toReversed()).map((chunk) => ({
    chunk,
    dir,
  }));
  const { electrification, gauge } = blockedBy(chunks, stock);
  return [...electrification.entries, ...gauge.entries];
}

function isFree(
  sequence: readonly Directed[],
  start: number,
  length: number,
  blocked: ReadonlyMap<string, readonly { lo: number; hi: number }[]>,
): boolean {
  let before = -start;
  const run = new RangeMap<true>().put(0, length, true);
  return sequence.every(({ track, dir }) => {
    const own = run.shift(-before).subMap(0, track.length);
    before += track.length;
    return blocked
      .get(`${track.id}/${dir}`)!
      .every(({ lo, hi }) => own.subMap(lo, hi).entries.length === 0);
  });
}

function groupsOf(
  sequence: readonly Directed[],
  joins: readonly Join[],
): ReadonlyMap<string, string> | null {
  const possible = new Map<string, string[]>();
  for (let i = 1; i < sequence.length; i++) {
    const passes = joins.filter(
      ({ from, to }) =>
        from === endOf(sequence[i - 1]!) &&
        to.track === sequence[i]!.track &&
        to.dir === sequence[i]!.dir,
    );
    const { node } = passes[0]!;
    const groups = passes.map(({ group }) => group);
    possible.set(
      node,
      (possible.get(node) ?? groups).filter((group) => groups.includes(group)),
    );
  }
  if ([...possible.values()].some((groups) => groups.length === 0)) return null;
  return new Map([...possible].map(([node, groups]) => [node, groups[0]!]));
}
