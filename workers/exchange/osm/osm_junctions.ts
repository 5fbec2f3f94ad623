/**
 * Switches where ways meet, by the angles between them: OpenStreetMap says where tracks meet, not which ways
 * trains can go. A train bends little: what lies nearly opposite can be reached.
 */
import type { ExchangeReport } from "../exchange_report.ts";
import { addTo } from "../network/add_to.ts";
import type { RailEnd, RailPlan } from "../network/rail_plan.ts";
import { type OsmPiece, pieceLength } from "./osm_rails.ts";

/** Degrees between two ways that a train can go from one to the other. */
const BEND_MIN = 120;
/** Two tracks that cross at a smaller angle are joined by slips. */
const SLIP_MAX = 30;

interface Arm {
  readonly end: RailEnd;
  /** Degrees, of the way that leads off. */
  readonly bearing: number;
}

/** Adds switches, crossings and links, and a buffer stop at each end of the railway. */
export function joinPieces(
  pieces: readonly OsmPiece[],
  plan: RailPlan,
  report: ExchangeReport,
): void {
  for (const [node, arms] of armsByNode(pieces)) {
    const id = String(node.id);
    const name = node.tags.get("ref") ?? node.tags.get("railway:ref") ?? "";
    const [first, second] = arms;
    if (first === undefined) continue;
    if (second === undefined) {
      plan.buffer_stops.push({ id: `end.${id}`, rail: first.end.rail, at_m: first.end.at_m });
    } else if (arms.length === 2) {
      plan.nodes.push({ id, name, type: "link", ports: { A: first.end, B: second.end } });
    } else if (!addSwitch({ id, name, arms, tags: node.tags }, plan)) {
      report.note({
        severity: "warning",
        code: "junction_left_out",
        where: { element: "node", id },
        message: "no switch joins tracks at such angles",
      });
    }
  }
}

type Junction = {
  readonly id: string;
  readonly name: string;
  readonly arms: readonly Arm[];
  readonly tags: ReadonlyMap<string, string>;
};

function armsByNode(pieces: readonly OsmPiece[]): ReadonlyMap<OsmPiece["nodes"][number], Arm[]> {
  const arms = new Map<OsmPiece["nodes"][number], Arm[]>();
  const add = (
    [at, next]: readonly (OsmPiece["nodes"][number] | undefined)[],
    end: RailEnd,
  ): void => {
    if (at === undefined || next === undefined) return;
    const [lon, lat] = at.place;
    const east = (next.place[0] - lon) * Math.cos((lat * Math.PI) / 180);
    const bearing = (Math.atan2(next.place[1] - lat, east) * 180) / Math.PI;
    addTo(arms, at, { end, bearing });
  };
  for (const piece of pieces) {
    const { id: rail, nodes } = piece;
    add(nodes, { rail, at_m: 0, side: "after" });
    add(nodes.slice(-2).reverse(), { rail, at_m: pieceLength(piece), side: "before" });
  }
  return arms;
}

/** Degrees between two ways that lead off, 0 to 180. */
function angleOf(one: Arm, other: Arm): number {
  const turn = Math.abs(one.bearing - other.bearing) % 360;
  return turn > 180 ? 360 - turn : turn;
}

/** False: no switch has such ways. */
function addSwitch(junction: Junction, plan: RailPlan): boolean {
  const { id, name, arms } = junction;
  if (arms.length === 4) return addCrossing(junction, plan);
  if (arms.length !== 3) return false;
  const stem = arms.find((arm) => arms.every((o) => o === arm || angleOf(arm, o) >= BEND_MIN));
  const branches = arms.filter((arm) => arm !== stem);
  const [one, other] = branches;
  if (stem === undefined || one === undefined || other === undefined) return false;
  // The branch that bends less goes on.
  const [B1, B2] = angleOf(stem, one) >= angleOf(stem, other) ? [one, other] : [other, one];
  const ports = { A: stem.end, B1: B1.end, B2: B2.end };
  plan.nodes.push({ id, name, type: "point_switch", ports });
  return true;
}

function addCrossing({ id, name, arms, tags }: Junction, plan: RailPlan): boolean {
  const [A1, ...others] = arms;
  if (A1 === undefined) return false;
  const B1 = others.reduce((best, one) => (angleOf(A1, one) > angleOf(A1, best) ? one : best));
  const rest = others.filter((arm) => arm !== B1);
  const [one, other] = rest;
  if (one === undefined || other === undefined) return false;
  if (angleOf(A1, B1) < BEND_MIN || angleOf(one, other) < BEND_MIN) return false;
  // Those on the side of the first one: a slip bends little.
  const [A2, B2] = angleOf(A1, one) <= angleOf(A1, other) ? [one, other] : [other, one];
  const ports = { A1: A1.end, B1: B1.end, A2: A2.end, B2: B2.end };
  const kind = tags.get("railway:switch") ?? tags.get("railway") ?? "";
  const is_shallow = angleOf(A1, A2) <= SLIP_MAX;
  const type = /single_slip/.test(kind)
    ? "single_slip_switch"
    : /double_slip/.test(kind) || (is_shallow && kind !== "railway_crossing")
      ? "double_slip_switch"
      : "crossing";
  plan.nodes.push({ id, name, type, ports });
  return true;
}
