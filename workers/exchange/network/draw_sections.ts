/**
 * Draws sections whose source gives no position: side by side along the equator, in the order in which the
 * switches join them. They are drawn shorter than they are, because searches use the straight-line distance
 * as a lower bound of the way.
 */
import type { LaidNode, LaidSection, SectionEnd } from "./rail_layout.ts";
import type { LonLat } from "./rail_line.ts";

const DEGREES_A_METRE = 0.95 / 111_320;
const ORIGIN: LonLat = [0, 0];
const X_SHARE = 0.9;
/** Between two tracks side by side. */
const LANE_M = 12;

type EndKey = `${string} ${"BEGIN" | "END"}`;

const keyOf = ({ track, endpoint }: SectionEnd): EndKey => `${track} ${endpoint}`;

/** Section → its line. */
export function drawSections(
  sections: readonly LaidSection[],
  nodes: readonly LaidNode[],
): ReadonlyMap<string, LonLat[]> {
  const nodeAt = new Map<EndKey, LaidNode>();
  for (const node of nodes)
    for (const end of Object.values(node.ports)) nodeAt.set(keyOf(end), node);
  const byId = new Map(sections.map((section) => [section.id, section]));
  const placed = new Map<LaidNode, LonLat>();
  const lines = new Map<string, LonLat[]>();
  /** Nodes that have a place, and perhaps sections without a line. */
  const open: LaidNode[] = [];
  const place = (node: LaidNode, at: LonLat): void => {
    placed.set(node, at);
    open.push(node);
  };
  let lane = 0;
  const draw = (section: LaidSection, from: SectionEnd, start: LonLat): void => {
    const sign = from.endpoint === "BEGIN" ? 1 : -1;
    const far: SectionEnd = { ...from, endpoint: from.endpoint === "BEGIN" ? "END" : "BEGIN" };
    const node = nodeAt.get(keyOf(far));
    const known = node === undefined ? undefined : placed.get(node);
    const step = sign * section.length_m * DEGREES_A_METRE;
    const end = known ?? [start[0] + step, lane++ * LANE_M * DEGREES_A_METRE];
    if (node !== undefined && known === undefined) place(node, end);
    lines.set(section.id, sign === 1 ? [start, end] : [end, start]);
  };
  for (const first of sections) {
    if (lines.has(first.id)) continue;
    const start: LonLat = [0, lane++ * LANE_M * DEGREES_A_METRE];
    const begin = nodeAt.get(keyOf({ track: first.id, endpoint: "BEGIN" }));
    if (begin !== undefined) place(begin, start);
    draw(first, { track: first.id, endpoint: "BEGIN" }, start);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const at = placed.get(node);
      for (const end of Object.values(node.ports)) {
        const section = byId.get(end.track);
        if (section === undefined || at === undefined || lines.has(section.id)) continue;
        draw(section, end, at);
      }
    }
  }
  shrink(sections, lines);
  return lines;
}

/**
 * Where ways meet again, or a short section leads to a far lane, a line would be longer than its section: then the whole
 * drawing becomes narrower, in each direction as far as it has to.
 */
function shrink(sections: readonly LaidSection[], lines: Map<string, LonLat[]>): void {
  const spans = sections.map(({ id, length_m }) => {
    const [from = ORIGIN, to = ORIGIN] = lines.get(id) ?? [];
    const length = length_m * DEGREES_A_METRE;
    return { length, x: Math.abs(to[0] - from[0]), y: Math.abs(to[1] - from[1]) };
  });
  const widest = spans.reduce((most, { length, x }) => Math.max(most, x / length), 1);
  // Of a line as long as it may be, nearly nothing is left for its lanes: so it is drawn a little shorter.
  const x_share = spans.every(({ length, x, y }) => Math.hypot(x, y) <= length)
    ? 1
    : X_SHARE / widest;
  const y_share = spans.reduce((least, { length, x, y }) => {
    const free = Math.sqrt(length * length - (x * x_share) ** 2);
    return y * least <= free ? least : free / y;
  }, 1);
  // Sections that meet share their ends, which are moved once.
  const moved = new Set<LonLat>();
  for (const point of [...lines.values()].flat()) {
    if (moved.has(point)) continue;
    moved.add(point);
    point[0] *= x_share;
    point[1] *= y_share;
  }
}
