/** The railway of an extract: its ways, cut where they meet, and the nodes on them. */
import { RAIL_KINDS, type RailKind } from "../../../src/railway/exchange_terms.ts";
import { measureGeo } from "../../engine/geo.ts";
import { needRoom } from "../../railjson/thread_memory.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import type { LonLat } from "../network/rail_line.ts";
import { UnreadableSource } from "../source_fault.ts";
import type { OsmHandler, OsmNode, OsmRelation, OsmTags, OsmWay } from "./osm_elements.ts";

/** Other values of `railway` with rails on the ground, which are never taken. */
const OTHER_RAILS = ["preserved", "miniature", "construction", "disused"];
const STATIONS: ReadonlySet<string> = new Set(["station", "halt"]);
/** Keys by which something is told to be there no more, beside what it was. */
const GONE = ["disused", "abandoned"] as const;

/** Those of all railways of the world are some ten million in one map, which grows no further. */
const NODES_MAX = 8_000_000;

export interface OsmRailway {
  readonly ways: readonly OsmWay[];
  /** Nodes on ways. */
  readonly nodes: ReadonlyMap<number, OsmNode>;
  /** Stations that are a node, on a way or beside it, or an area. */
  readonly stations: readonly OsmStation[];
  /** Relations of a station and its stops. */
  readonly stop_areas: readonly OsmRelation[];
}

export interface OsmStation {
  /** With its type, as `node.1`. */
  readonly id: string;
  /** Of an area the middle of its corners. */
  readonly place: LonLat;
  readonly tags: OsmTags;
  /** On rails, if it is a node on one. */
  readonly node: number | null;
}

/** Most ways have the tags of others, most nodes none: equal ones are kept once. */
class SharedTags {
  readonly #known = new Map<string, OsmTags>();

  of(tags: OsmTags): OsmTags {
    const key = JSON.stringify([...tags]);
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, tags);
    return known ?? tags;
  }
}

function isGone(tags: OsmTags): boolean {
  return GONE.some((key) => tags.get(key) === "yes");
}

function isStation(tags: OsmTags): boolean {
  if (isGone(tags)) return false;
  const is_for_trains = tags.get("public_transport") === "station" && tags.get("train") === "yes";
  return STATIONS.has(tags.get("railway") ?? (is_for_trains ? "station" : ""));
}

/** Reads a file twice: the nodes of ways may come before the ways. */
export function gatherRailway(
  scan: (handler: OsmHandler) => void,
  kinds: readonly RailKind[],
  report: ExchangeReport,
): OsmRailway {
  const taken: ReadonlySet<string> = new Set(kinds);
  const left_out = new Set([...RAIL_KINDS, ...OTHER_RAILS].filter((kind) => !taken.has(kind)));
  const shared = new SharedTags();
  /** By id: of a way that is there twice (merged extracts, histories) the last one counts, as of nodes. */
  const ways = new Map<number, OsmWay>();
  const areas: OsmWay[] = [];
  const stop_areas: OsmRelation[] = [];
  scan({
    way: (way) => {
      const { id, nodes, tags } = way;
      const told = tags.get("railway") ?? "";
      const kind = taken.has(told) && isGone(tags) ? "disused" : told;
      if (left_out.has(kind)) {
        const where = { element: kind, id: String(id) };
        const message = `only ${kinds.join(", ")} are taken`;
        report.note({ severity: "info", code: "railway_left_out", where, message });
      }
      if (isStation(tags)) areas.push({ id, nodes: nodes.slice(), tags });
      if (!taken.has(kind) || nodes.length < 2) return;
      // A copy is as long as it needs to be; a list that was added to has room for more.
      ways.set(id, { id, nodes: nodes.slice(), tags: shared.of(tags) });
    },
    relation: (relation) => {
      if (relation.tags.get("public_transport") === "stop_area") stop_areas.push(relation);
    },
  });
  const wanted = new Set<number>();
  for (const way of ways.values()) {
    needRoom();
    for (const node of way.nodes) wanted.add(node);
    if (wanted.size > NODES_MAX)
      throw new UnreadableSource(`more than ${NODES_MAX} nodes on railways`);
  }
  const corners = new Map<number, LonLat | null>();
  for (const { nodes: own } of areas) for (const node of own) corners.set(node, null);
  if (corners.size > NODES_MAX)
    throw new UnreadableSource(`more than ${NODES_MAX} nodes of stations`);
  const nodes = new Map<number, OsmNode>();
  const stations: OsmStation[] = [];
  scan({
    node: ({ id, place, tags }) => {
      if (corners.has(id)) corners.set(id, place);
      const is_wanted = wanted.has(id);
      if (!is_wanted && !tags.has("railway") && !isStation(tags)) return;
      const node = { id, place, tags: shared.of(tags) };
      if (is_wanted) nodes.set(id, node);
      if (isStation(node.tags)) {
        stations.push({ id: `node.${id}`, place, tags: node.tags, node: is_wanted ? id : null });
      }
    },
  });
  for (const { id, nodes: own, tags } of areas) {
    const known = [...new Set(own)].flatMap((node) => {
      const place = corners.get(node) ?? null;
      return place === null ? [] : [place];
    });
    if (known.length === 0) continue;
    const mean = (k: 0 | 1): number =>
      known.reduce((sum, place) => sum + place[k], 0) / known.length;
    stations.push({ id: `way.${id}`, place: [mean(0), mean(1)], tags, node: null });
  }
  return { ways: [...ways.values()], nodes, stations, stop_areas };
}

/** A piece of a way between places where ways meet. */
export interface OsmPiece {
  readonly id: string;
  readonly tags: OsmTags;
  readonly nodes: readonly OsmNode[];
  /** [nNodes] metres from the begin. */
  readonly along_m: readonly number[];
}

/** Cuts ways at nodes that they share; nodes outside of the extract are passed over. */
export function cutWays({ ways, nodes }: OsmRailway, report: ExchangeReport): readonly OsmPiece[] {
  const uses = new Map<number, number>();
  for (const way of ways) {
    for (const node of way.nodes) uses.set(node, (uses.get(node) ?? 0) + 1);
  }
  const pieces: OsmPiece[] = [];
  for (const way of ways) {
    const known = way.nodes.flatMap((id) => nodes.get(id) ?? []);
    const inner = known.filter((node, i) => i === 0 || node.id !== known[i - 1]?.id);
    let first = 0;
    const parts: (readonly OsmNode[])[] = [];
    for (let i = 1; i < inner.length; i++) {
      const is_cut = i === inner.length - 1 || (uses.get(inner[i]?.id ?? 0) ?? 0) > 1;
      if (!is_cut) continue;
      parts.push(inner.slice(first, i + 1));
      first = i;
    }
    for (const [i, part] of parts.entries()) {
      if (part[0]?.id === part.at(-1)?.id) {
        report.note({
          severity: "warning",
          code: "loop_left_out",
          where: { element: "way", id: String(way.id) },
          message: "it leads back to its own begin",
        });
        continue;
      }
      const id = parts.length === 1 ? String(way.id) : `${way.id}.${i + 1}`;
      pieces.push({ id, tags: way.tags, nodes: part, along_m: measureAlong(part) });
    }
  }
  return pieces;
}

function measureAlong(nodes: readonly OsmNode[]): readonly number[] {
  let along_m = 0;
  return nodes.map(({ place }, i) => {
    const before = nodes[i - 1];
    if (before !== undefined) along_m += measureGeo(...before.place, ...place);
    return along_m;
  });
}

export function pieceLength({ along_m }: OsmPiece): number {
  return along_m.at(-1) ?? 0;
}
