/** Oracle for engine.md 1.14 and 1.15: blocks and their recovery from routes, with plain lists. */
import { createHash } from "node:crypto";
import {
  type DirChunk,
  keyOf,
  type Logical,
  type Network,
  type Route,
  type ZonePath,
} from "./network.ts";

export interface Block {
  readonly index: number;
  readonly id: string;
  readonly startsAtBufferStop: boolean;
  readonly stopsAtBufferStop: boolean;
  readonly signals: readonly Logical[];
  readonly positions: readonly number[];
  readonly zonePaths: readonly ZonePath[];
  readonly system: string;
  readonly length: number;
  readonly chunks: readonly DirChunk[];
}

const SYSTEMS = ["BAL", "BAPR", "TVM300", "TVM430"];

export function isDelimiter({ source }: Logical): boolean {
  return source.signaling_system !== "BAPR" || source.settings["distant"] === "false";
}

interface Partial {
  readonly startsAtBufferStop: boolean;
  readonly signals: readonly Logical[];
  readonly positions: readonly number[];
  readonly zonePaths: readonly ZonePath[];
  readonly expected: string | null;
  readonly length: number;
}

type EntrySignals = Map<string, Map<string, { logical: Logical; distance: number }>>;

/** Step A. */
function findEntrySignals(network: Network): EntrySignals {
  const seen = new Map<Logical, { at: string; distance: number }>();
  for (const { nodes, signals, length, exit } of network.zonePaths) {
    const lastNode = nodes.at(-1)?.offset ?? 0;
    for (const { signal, offset } of signals) {
      if (offset < lastNode) continue;
      for (const logical of signal.logical) {
        if (isDelimiter(logical)) seen.set(logical, { at: keyOf(exit), distance: length - offset });
      }
    }
  }
  const found: EntrySignals = new Map();
  for (const [logical, { at, distance }] of [...seen].sort(([a], [b]) => a.index - b.index)) {
    const bySystem = found.get(at) ?? new Map();
    bySystem.set(logical.source.signaling_system, { logical, distance });
    found.set(at, bySystem);
  }
  return found;
}

/** Partial blocks that begin at a delimiting signal. */
function startAt(logical: Logical, distance: number): Partial[] {
  const start: Partial = {
    startsAtBufferStop: false,
    signals: [logical],
    positions: [distance === 0 ? 0 : -distance],
    zonePaths: [],
    expected: null,
    length: 0,
  };
  const drivers = logical.source.next_signaling_systems;
  return drivers.length === 0 ? [start] : drivers.map((expected) => ({ ...start, expected }));
}

/** All blocks in the order of their first emission; throws on a block without zone path. */
export function makeBlocks(network: Network): Block[] {
  const entrySignals = findEntrySignals(network);
  const blocks: Block[] = [];
  const known = new Set<string>();
  const emit = (partial: Partial, stopsAtBufferStop: boolean): void => {
    if (partial.zonePaths.length === 0) throw new Error("a block without zone");
    const key = [
      partial.startsAtBufferStop,
      stopsAtBufferStop,
      partial.zonePaths.map(({ index }) => index).join(),
      partial.signals.map(({ index }) => index).join(),
    ].join(";");
    if (known.has(key)) return;
    known.add(key);
    blocks.push(finish(partial, stopsAtBufferStop, blocks.length));
  };
  for (const route of network.routes) {
    const associated = entrySignals.get(keyOf(route.entry));
    let partials: Partial[] = [];
    if (associated === undefined) {
      partials = [
        {
          startsAtBufferStop: true,
          signals: [],
          positions: [],
          zonePaths: [],
          expected: null,
          length: 0,
        },
      ];
    } else {
      for (const system of SYSTEMS) {
        const one = associated.get(system);
        if (one !== undefined) partials.push(...startAt(one.logical, one.distance));
      }
    }
    for (const zonePath of route.zonePaths) partials = walkZonePath(partials, zonePath, emit);
    for (const partial of partials) {
      if (partial.zonePaths.length > 0 && partial.signals.length > 0) emit(partial, true);
    }
  }
  return blocks;
}

function walkZonePath(
  begun: readonly Partial[],
  zonePath: ZonePath,
  emit: (partial: Partial, stopsAtBufferStop: boolean) => void,
): Partial[] {
  let partials = begun.map((one) => ({
    ...one,
    zonePaths: [...one.zonePaths, zonePath],
    length: one.length + zonePath.length,
  }));
  for (const { signal, offset } of zonePath.signals) {
    for (const logical of signal.logical) {
      const next: Partial[] = [];
      for (const partial of partials) {
        const { signaling_system, next_signaling_systems } = logical.source;
        if (partial.expected !== null && partial.expected !== signaling_system) {
          next.push(partial);
          continue;
        }
        const more: Partial = {
          ...partial,
          signals: [...partial.signals, logical],
          positions: [...partial.positions, partial.length - (zonePath.length - offset)],
        };
        if (isDelimiter(logical)) {
          emit(more, false);
          next.push(...startAt(logical, zonePath.length - offset));
        } else if (next_signaling_systems.length === 0) {
          next.push({ ...more, expected: null });
        } else {
          next.push(...next_signaling_systems.map((expected) => ({ ...more, expected })));
        }
      }
      partials = next as typeof partials;
    }
  }
  return partials;
}

function finish(partial: Partial, stopsAtBufferStop: boolean, index: number): Block {
  const { zonePaths, signals } = partial;
  const names = signals.map(
    ({ physical, source }) => `${physical.source.id}-${source.signaling_system}`,
  );
  const ends = [zonePaths[0]!.entry.detector.name, zonePaths.at(-1)!.exit.detector.name];
  const nodes = zonePaths.flatMap((zonePath) =>
    zonePath.nodes
      .filter(({ isChoice }) => isChoice)
      .map(({ node, config }) => `${node}-${config}`),
  );
  const text = [names, ends, nodes].map((list) => `[${list.join(", ")}]`).join(";");
  return {
    ...partial,
    index,
    stopsAtBufferStop,
    id: `block.${createHash("md5").update(text).digest("hex")}`,
    system: signals[0]!.source.signaling_system,
    chunks: zonePaths.flatMap(({ chunks }) => chunks),
  };
}

interface Candidate {
  readonly blocks: readonly Block[];
  readonly reached: number;
}

/** Engine.md 1.15: candidate 0 of a list of routes, or null. */
export function recoverBlocks(blocks: readonly Block[], routes: readonly Route[]): Block[] | null {
  let complete: readonly Block[][] = [[]];
  for (const route of routes) {
    const found: Block[][] = [];
    for (const before of complete) found.push(...recoverRoute(blocks, route, before));
    complete = found;
  }
  return complete[0] ?? null;
}

function recoverRoute(blocks: readonly Block[], route: Route, before: readonly Block[]): Block[][] {
  const matches = (block: Block, from: number): boolean =>
    block.zonePaths.every((zonePath, i) => route.zonePaths[from + i] === zonePath);
  const follow = (last: Block, from: number): Block[] =>
    last.stopsAtBufferStop
      ? []
      : blocks.filter(
          (one) =>
            !one.startsAtBufferStop && one.signals[0] === last.signals.at(-1) && matches(one, from),
        );
  const first =
    before.length === 0
      ? blocks.filter(
          (one) => keyOf(one.zonePaths[0]!.entry) === keyOf(route.entry) && matches(one, 0),
        )
      : follow(before.at(-1)!, 0);
  const open: Candidate[] = first.map((one) => ({
    blocks: [...before, one],
    reached: one.zonePaths.length,
  }));
  const complete: Block[][] = [];
  while (open.length > 0) {
    const smallest = Math.min(...open.map(({ reached }) => reached));
    const [candidate] = open.splice(
      open.findIndex(({ reached }) => reached === smallest),
      1,
    );
    if (candidate!.reached === route.zonePaths.length) {
      complete.push([...candidate!.blocks]);
      continue;
    }
    for (const next of follow(candidate!.blocks.at(-1)!, candidate!.reached)) {
      open.push({
        blocks: [...candidate!.blocks, next],
        reached: candidate!.reached + next.zonePaths.length,
      });
    }
  }
  return complete;
}
