/**
 * Tracks, connections, switches and crossings of railML 2. A connection names the one that it meets; one of the
 * two may stand at a switch, whose other ways are the track that it lies on.
 */
import type { ExchangeReport } from "../exchange_report.ts";
import type { RailEnd, RailNodeType, RailPlan } from "../network/rail_plan.ts";
import { UnreadableSource } from "../source_fault.ts";
import {
  elementsAt,
  numberOf,
  textOf,
  whereIs,
  type XmlElement,
  type XmlTree,
} from "../xml_tree.ts";
import type { ContinuedTrack } from "./railml2_speeds.ts";
import { NO_LETTERS, unescapeName } from "./xml_names.ts";

/** A switch this near to the end of its track lies at the end. */
const SAME_PLACE_M = 0.0005;

export interface Railml2Track {
  /** With its topology alone. */
  readonly element: XmlElement;
  /** Unique, other than in some files. */
  readonly id: string;
  /** `pos` of its begin. */
  readonly begin_pos: number;
  readonly length_m: number;
}

interface Connection {
  readonly id: string;
  readonly ref: string;
  readonly line: number;
  /** At an end of a track: that end. */
  readonly end: RailEnd | null;
}

interface Junction {
  readonly track: Railml2Track;
  readonly element: XmlElement;
  readonly at_m: number;
}

/** Reads a track; `ids` are those of the tracks before it, its topology is copied to `kept`. */
export function readTrack(
  element: XmlElement,
  { ids, kept }: { readonly ids: Set<string>; readonly kept: XmlTree },
  report: ExchangeReport,
): Railml2Track {
  const [begin] = elementsAt(element, "trackTopology", "trackBegin");
  const [end] = elementsAt(element, "trackTopology", "trackEnd");
  if (begin === undefined || end === undefined) {
    throw new UnreadableSource("a track needs trackBegin and trackEnd", {
      line: element.line,
      column: 1,
    });
  }
  const begin_pos = numberOf(begin, "pos") ?? 0;
  const told_m = (numberOf(end, "pos") ?? 0) - begin_pos;
  // Some files tell mileages alone.
  const [from, to] = [numberOf(begin, "absPos"), numberOf(end, "absPos")];
  const length_m = told_m !== 0 || from === null || to === null ? told_m : Math.abs(to - from);
  const own = unescapeName(textOf(element, "id") ?? "") || `line.${element.line}`;
  let id = own;
  for (let n = 2; ids.has(id); n++) id = `${own}.${n}`;
  if (id !== own) {
    report.note({
      severity: "warning",
      code: "id_doubled",
      where: { line: element.line, element: "track", id: own },
      message: "another track has this id: it is named anew",
    });
  }
  ids.add(id);
  const topology = kept.copy(element, element.childrenOf("trackTopology"));
  return { element: topology, id, begin_pos, length_m };
}

/** Adds nodes and buffer stops to the plan; returns which track continues which. */
export function joinTracks(
  tracks: readonly Railml2Track[],
  plan: RailPlan,
  report: ExchangeReport,
): ReadonlyMap<string, Record<"up" | "down", ContinuedTrack | null>> {
  const net = new Railml2Net(tracks, report);
  for (const junction of net.junctions) net.addJunction(junction, plan);
  net.addLinks(plan);
  for (const { element, id, length_m } of tracks) {
    for (const [side, at_m] of [
      ["trackBegin", 0],
      ["trackEnd", length_m],
    ] as const) {
      for (const stop of elementsAt(element, "trackTopology", side, "bufferStop")) {
        const stop_id = unescapeName(textOf(stop, "id") ?? `${id}.${side}`);
        plan.buffer_stops.push({ id: stop_id, rail: id, at_m });
      }
    }
  }
  return net.continued();
}

class Railml2Net {
  readonly junctions: Junction[] = [];
  readonly #tracks: readonly Railml2Track[];
  readonly #report: ExchangeReport;
  readonly #connections = new Map<string, Connection>();
  readonly #byRef = new Map<string, Connection>();
  /** Track and its end → the connection there. */
  readonly #atEnd = new Map<string, Connection>();
  readonly #used = new Set<string>();

  constructor(tracks: readonly Railml2Track[], report: ExchangeReport) {
    this.#tracks = tracks;
    this.#report = report;
    for (const track of tracks) {
      const { element, id, length_m } = track;
      for (const [side, end] of [
        ["trackBegin", { rail: id, at_m: 0, side: "after" }],
        ["trackEnd", { rail: id, at_m: length_m, side: "before" }],
      ] as const) {
        const [connection] = elementsAt(element, "trackTopology", side, "connection");
        if (connection === undefined) continue;
        this.#atEnd.set(`${id} ${end.side}`, this.#addConnection(connection, end));
      }
      for (const junction of elementsAt(element, "trackTopology", "connections").flatMap(
        ({ children }) => children,
      )) {
        const at_m = (numberOf(junction, "pos") ?? 0) - track.begin_pos;
        for (const one of elementsAt(junction, "connection")) this.#addConnection(one, null);
        this.junctions.push({ track, element: junction, at_m });
      }
    }
  }

  #addConnection(element: XmlElement, end: RailEnd | null): Connection {
    const id = textOf(element, "id") ?? `line.${element.line}`;
    const connection = { id, ref: textOf(element, "ref") ?? "", line: element.line, end };
    this.#connections.set(id, connection);
    this.#byRef.set(connection.ref, connection);
    return connection;
  }

  /** The end of a track that a connection leads to. */
  #endBehind({ id, ref }: Connection): RailEnd | null {
    // Some files name one of the two alone.
    const back = this.#connections.get(ref) ?? this.#byRef.get(id);
    if (back === undefined || back.end === null) return null;
    this.#used.add(id);
    this.#used.add(back.id);
    return back.end;
  }

  addJunction(junction: Junction, plan: RailPlan): void {
    const { track, element, at_m } = junction;
    const own = elementsAt(element, "connection").flatMap((one) => {
      const connection = this.#connections.get(textOf(one, "id") ?? `line.${one.line}`);
      const end = connection === undefined ? null : this.#endBehind(connection);
      if (end === null) this.#noteLost(one);
      return end === null ? [] : [{ end, is_incoming: textOf(one, "orientation") === "incoming" }];
    });
    const sides = {
      before: this.#trackSide(track, at_m, "before"),
      after: this.#trackSide(track, at_m, "after"),
    };
    const id = unescapeName(textOf(element, "id") ?? `line.${element.line}`);
    const name = textOf(element, "name") ?? textOf(element, "code") ?? "";
    const node = { id, name, line: element.line };
    const is_crossing = element.name === "crossing" || /cross/i.test(textOf(element, "type") ?? "");
    const [incoming, outgoing] = [true, false].map((is) =>
      own.find(({ is_incoming }) => is_incoming === is),
    );
    if (is_crossing && incoming !== undefined && outgoing !== undefined) {
      const { before, after } = sides;
      if (before === null || after === null) return this.#noteLost(element);
      // The way of a single slip begins on the side of the first connection.
      const ports =
        own[0] === incoming
          ? { A1: before, B1: after, A2: incoming.end, B2: outgoing.end }
          : { A1: after, B1: before, A2: outgoing.end, B2: incoming.end };
      plan.nodes.push({ ...node, type: crossingType(element), ports });
      return;
    }
    for (const [i, { end, is_incoming }] of own.entries()) {
      const [stem, straight] = is_incoming
        ? [sides.after, sides.before]
        : [sides.before, sides.after];
      const own_id = i === 0 ? id : `${id}.${i + 1}`;
      if (stem !== null && straight !== null) {
        const ports = { A: stem, B1: straight, B2: end };
        plan.nodes.push({ ...node, id: own_id, type: "point_switch", ports });
      } else if (stem !== null) {
        plan.nodes.push({ ...node, id: own_id, type: "link", ports: { A: stem, B: end } });
      } else this.#noteLost(element);
    }
  }

  /** What a train finds on one side of a switch: the track itself, or what continues it beyond its end. */
  #trackSide(track: Railml2Track, at_m: number, side: "before" | "after"): RailEnd | null {
    const is_at_end =
      side === "before" ? at_m <= SAME_PLACE_M : at_m >= track.length_m - SAME_PLACE_M;
    if (!is_at_end) {
      // A switch at the very end of a track holds its end, not a place near it.
      const near_m = at_m <= SAME_PLACE_M ? 0 : at_m;
      const kept_m = near_m >= track.length_m - SAME_PLACE_M ? track.length_m : near_m;
      return { rail: track.id, at_m: kept_m, side };
    }
    const connection = this.#atEnd.get(`${track.id} ${side === "before" ? "after" : "before"}`);
    return connection === undefined ? null : this.#endBehind(connection);
  }

  /** Links between tracks whose connections meet without a switch. */
  addLinks(plan: RailPlan): void {
    for (const connection of this.#connections.values()) {
      if (this.#used.has(connection.id) || connection.end === null) continue;
      const end = this.#endBehind(connection);
      if (end === null) {
        this.#report.note({
          severity: "warning",
          code: "connection_left_out",
          where: { line: connection.line, element: "connection", id: connection.id },
          message: "it leads nowhere: the track ends here",
        });
        continue;
      }
      const { id, ref, line } = connection;
      // Written here, the second end is called as the first one, and something that stands for nothing.
      const is_second = id === `${ref}${NO_LETTERS}`;
      const ports = is_second ? { A: end, B: connection.end } : { A: connection.end, B: end };
      plan.nodes.push({ id: unescapeName(id), name: "", type: "link", ports, line });
    }
  }

  #noteLost(element: XmlElement): void {
    this.#report.note({
      severity: "warning",
      code: "connection_left_out",
      where: whereIs(element),
      message: "it leads nowhere: there is no switch",
    });
  }

  continued(): ReadonlyMap<string, Record<"up" | "down", ContinuedTrack | null>> {
    const before = (connection: Connection | undefined): ContinuedTrack | null => {
      const end = this.#connections.get(connection?.ref ?? "")?.end ?? null;
      if (end === null) return null;
      return { track: end.rail, direction: end.side === "before" ? "up" : "down" };
    };
    return new Map(
      this.#tracks.map(({ id }) => {
        const up = before(this.#atEnd.get(`${id} after`));
        const down = before(this.#atEnd.get(`${id} before`));
        return [id, { up, down }] as const;
      }),
    );
  }
}

function crossingType(element: XmlElement): RailNodeType {
  const type = textOf(element, "type") ?? "";
  if (/double/i.test(type)) return "double_slip_switch";
  return /simpleSwitch|single/i.test(type) ? "single_slip_switch" : "crossing";
}
