/**
 * From pairs of requirements to clusters: requirements that hang together by pairs on the same days. What a sweep makes of
 * a cluster depends on nothing else, so it is swept once, for all the days on which it is the same.
 */
import { type DayMask, FIRST_BIT, listBits, shiftDays } from "./day_masks.ts";
import type { Pair } from "./folded_pairs.ts";

/** A requirement of a zone, and how many days after the cluster's day it begins. */
export interface ClusterItem {
  readonly item: number;
  readonly day: number;
}

export interface Cluster {
  readonly items: readonly ClusterItem[];
  readonly days: DayMask;
}

/** A pair as one of the two sees it. */
interface Link {
  readonly pair: Pair;
  readonly to: number;
  readonly later: number;
}

/** All clusters of the pairs of a zone with so many requirements. */
export function findClusters(pairs: readonly Pair[], item_count: number): Cluster[] {
  if (pairs.length === 0) return [];
  const degrees = new Uint32Array(item_count);
  for (const { first, second } of pairs) {
    degrees[first]!++;
    degrees[second]!++;
  }
  const found: Cluster[] = [];
  const links = new Map<number, Link[]>();
  for (const pair of pairs) {
    const { first, second, later, days } = pair;
    if (degrees[first] === 1 && degrees[second] === 1) {
      const items = [
        { item: first, day: 0 },
        { item: second, day: later },
      ];
      found.push({ items, days });
      continue;
    }
    addTo(links, first, { pair, to: second, later });
    addTo(links, second, { pair, to: first, later: -later });
  }
  const seen = new Set<number>();
  for (const item of links.keys()) {
    if (seen.has(item)) continue;
    const { places, own, is_round } = spread(links, item);
    for (const one of places.keys()) seen.add(one);
    found.push(...(is_round ? unroll(own) : splitByDays(own, places)));
  }
  return found;
}

function addTo<T>(links: Map<number, T[]>, item: number, link: T): void {
  const known = links.get(item);
  if (known === undefined) links.set(item, [link]);
  else known.push(link);
}

/** Days that a chain of pairs may reach from its first one; a longer one is looked at day by day. */
const REACH_MAX = FIRST_BIT - 20;

/** What hangs together with a requirement on whatever days, with the day on which each begins. */
function spread(
  links: ReadonlyMap<number, readonly Link[]>,
  from: number,
): { places: Map<number, number>; own: Pair[]; is_round: boolean } {
  const places = new Map([[from, 0]]);
  const own = new Set<Pair>();
  let is_round = false;
  const open = [from];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    for (const { pair, to, later } of links.get(item) ?? []) {
      own.add(pair);
      const day = places.get(item)! + later;
      const known = places.get(to);
      if (known === undefined) {
        places.set(to, day);
        open.push(to);
      }
      // such as a train that stands beside its own run of the next day
      if ((known ?? day) !== day || Math.abs(day) > REACH_MAX) is_round = true;
    }
  }
  return { places, own: [...own], is_round };
}

function splitByDays(pairs: readonly Pair[], places: ReadonlyMap<number, number>): Cluster[] {
  const clusters = new Map<string, Cluster>();
  const masks = pairs.map(({ days, first }) => shiftDays(days, -places.get(first)!));
  for (const { days, members } of classify(masks)) {
    for (const items of groupItems(members.map((i) => pairs[i]!))) {
      addCluster(
        clusters,
        items.map((item) => ({ item, day: places.get(item)! })),
        days,
      );
    }
  }
  return [...clusters.values()];
}

interface DayClass {
  readonly days: DayMask;
  /** Places in the list. */
  readonly members: number[];
}

/** Which of a list are there on the same days. */
export function classify(masks: readonly DayMask[]): DayClass[] {
  let all = 0n;
  for (const one of masks) if (one !== all) all |= one;
  let classes: DayClass[] = [{ days: all, members: [] }];
  for (const [i, mask] of masks.entries()) {
    const [only] = classes;
    if (classes.length === 1 && only?.days === mask) only.members.push(i);
    else classes = classes.flatMap((one) => divide(one, i, mask));
  }
  return classes;
}

function divide(one: DayClass, member: number, mask: DayMask): DayClass[] {
  const common = one.days & mask;
  if (common === 0n) return [one];
  if (common === one.days) {
    one.members.push(member);
    return [one];
  }
  return [
    { days: one.days & ~common, members: [...one.members] },
    { days: common, members: [...one.members, member] },
  ];
}

function addCluster(
  clusters: Map<string, Cluster>,
  items: readonly ClusterItem[],
  days: DayMask,
): void {
  const key = items
    .map(({ item, day }) => `${item} ${day}`)
    .sort()
    .join();
  const known = clusters.get(key);
  clusters.set(key, known === undefined ? { items, days } : { items, days: known.days | days });
}

/** Items that hang together. */
function groupItems(pairs: readonly { first: number; second: number }[]): number[][] {
  const links = new Map<number, number[]>();
  for (const { first, second } of pairs) {
    addTo(links, first, second);
    addTo(links, second, first);
  }
  const groups: number[][] = [];
  const seen = new Set<number>();
  for (const start of links.keys()) {
    if (seen.has(start)) continue;
    const group = [start];
    seen.add(start);
    for (const item of group) {
      for (const to of links.get(item) ?? []) {
        if (seen.has(to)) continue;
        seen.add(to);
        group.push(to);
      }
    }
    groups.push(group);
  }
  return groups;
}

/** More than there are items in a zone. */
const ITEMS_MAX = 2 ** 40;

/** Day by day. */
function unroll(pairs: readonly Pair[]): Cluster[] {
  const nodeOf = (item: number, bit: number): number => bit * ITEMS_MAX + item;
  const links = pairs.flatMap(({ first, second, later, days }) =>
    listBits(days).map((bit) => ({
      first: nodeOf(first, bit),
      second: nodeOf(second, bit + later),
    })),
  );
  const clusters = new Map<string, Cluster>();
  for (const nodes of groupItems(links)) {
    const bits = nodes.map((node) => Math.floor(node / ITEMS_MAX));
    const from = bits.reduce((least, bit) => Math.min(least, bit));
    const items = nodes.map((node, i) => ({
      item: node - bits[i]! * ITEMS_MAX,
      day: bits[i]! - from,
    }));
    addCluster(clusters, items, 1n << BigInt(from));
  }
  return [...clusters.values()];
}
