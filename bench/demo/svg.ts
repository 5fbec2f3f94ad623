/**
 * Draws a train graph as planners know it since Ibry and Marey: stations down the side, to scale,
 * time along the top, each train a line whose steepness is its speed; its fastest run stands faint
 * beside it, and each conflict is a numbered shape along its trains' lines, with a list below.
 * Plain text with escaping: a chart library would draw axes, but not station names to scale.
 */
import { type Box, escapeXml, maximum, minimum, printClock, type Scale } from "./canvas.ts";
import { drawConflictList, listHeight } from "./conflict_list.ts";
import { conflictStyle, drawConflict, drawNumber, numberConflicts } from "./conflict_marks.ts";
import {
  type GraphConflict,
  type GraphPoint,
  type GraphTrain,
  SHORT_TERM,
  type TrainGraph,
} from "./graph.ts";

const MARGIN = { left: 170, right: 40, top: 132, bottom: 56 };
const HEIGHT = 760;
const HOUR_WIDTH = 170;
const WIDTH_MIN = 900;
const HOUR_MS = 3_600_000;
/** Of kinds of trains; reds are the conflicts'. */
const COLOURS = ["#6a1b9a", "#2e7d32", "#6d4c41", "#1565c0", "#00838f", "#455a64"];
const LABEL_WIDTH = 34;
const LABEL_HEIGHT = 12;
const LINE_STYLE = 'fill="none" stroke-linejoin="round"';
const BASE_STYLE = 'stroke-width="1.1" stroke-opacity="0.32"';
const PACED_DASHES = 'stroke-dasharray="7 3"';
const SHORT_TERM_STYLE = 'stroke-width="2.6" stroke-dasharray="3 4"';
/** Where along a line its name may stand, tried in turn; not too near to a station's line. */
const LABEL_PLACES = Array.from({ length: 40 }, (_, i) => 0.06 + i * 0.022);
const LABEL_STATION_GAP = 16;

/** Returns the picture as SVG text. */
export function drawTrainGraph(graph: TrainGraph): string {
  const scale = makeScale(graph);
  const conflicts = numberConflicts(graph.conflicts);
  const list_top = MARGIN.top + HEIGHT + MARGIN.bottom;
  const height = list_top + listHeight(conflicts, scale);
  const size = `width="${scale.width}" height="${height}" viewBox="0 0 ${scale.width} ${height}"`;
  const labels: Box[] = [];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="Helvetica, Arial, sans-serif">`,
    `<title>${escapeXml(graph.title)}</title>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="${MARGIN.left}" y="34" font-size="20" font-weight="bold">${escapeXml(graph.title)}</text>`,
    ...drawLegend(graph),
    ...drawHours(scale),
    ...drawStations(graph, scale),
    ...conflicts.map((conflict) => drawConflict(conflict, scale)),
    ...graph.trains.map((train) => drawBaseLine(graph, train, scale)),
    ...graph.trains.map((train) => drawLine(graph, train, scale)),
    ...conflicts.map((conflict) => drawNumber(conflict, scale, labels)),
    ...graph.trains.map((train) => drawName(graph, train, { scale, labels })),
    ...drawConflictList(conflicts, graph.stations, { scale, top: list_top }),
    "</svg>",
    "",
  ].join("\n");
}

function makeScale({ trains, stations }: TrainGraph): Scale {
  const times = trains.flatMap(({ points }) => points.map(({ time_ms }) => time_ms));
  const begin_ms = Math.floor(minimum(times) / HOUR_MS) * HOUR_MS;
  const end_ms = Math.max(begin_ms + HOUR_MS, Math.ceil(maximum(times) / HOUR_MS) * HOUR_MS);
  const hours = (end_ms - begin_ms) / HOUR_MS;
  const plot = Math.max(WIDTH_MIN, Math.round(hours * HOUR_WIDTH));
  const distances = stations.map(({ distance_m }) => distance_m);
  const first_m = minimum(distances);
  const span_m = Math.max(1, maximum(distances) - first_m);
  return {
    begin_ms,
    end_ms,
    width: MARGIN.left + plot + MARGIN.right,
    left: MARGIN.left,
    right: MARGIN.left + plot,
    top: MARGIN.top,
    bottom: MARGIN.top + HEIGHT,
    x: (time_ms) => MARGIN.left + ((time_ms - begin_ms) / (end_ms - begin_ms)) * plot,
    y: (distance_m) => MARGIN.top + ((distance_m - first_m) / span_m) * HEIGHT,
  };
}

/** Hours in full, halves thinner, every ten minutes dotted; the time above and below. */
function drawHours(scale: Scale): readonly string[] {
  const parts: string[] = [];
  const bottom = MARGIN.top + HEIGHT;
  for (let time_ms = scale.begin_ms; time_ms <= scale.end_ms; time_ms += HOUR_MS / 6) {
    const x = scale.x(time_ms).toFixed(1);
    const minute = new Date(time_ms).getUTCMinutes();
    const style =
      minute === 0
        ? 'stroke="#8a8a8a" stroke-width="1"'
        : minute === 30
          ? 'stroke="#c4c4c4" stroke-width="0.8"'
          : 'stroke="#e4e4e4" stroke-width="0.6"';
    parts.push(`<line x1="${x}" y1="${MARGIN.top}" x2="${x}" y2="${bottom}" ${style}/>`);
    if (minute !== 0) continue;
    const text = printClock(time_ms);
    for (const y of [MARGIN.top - 8, bottom + 20]) {
      parts.push(`<text x="${x}" y="${y}" font-size="13" text-anchor="middle">${text}</text>`);
    }
  }
  return parts;
}

function drawStations({ stations }: TrainGraph, scale: Scale): readonly string[] {
  const first_m = minimum(stations.map(({ distance_m }) => distance_m));
  return stations.flatMap(({ name, distance_m }) => {
    const y = scale.y(distance_m);
    const km = ((distance_m - first_m) / 1000).toFixed(1);
    const right = scale.width - MARGIN.right;
    const middle = (y + 4).toFixed(1);
    return [
      `<line x1="${MARGIN.left}" y1="${y.toFixed(1)}" x2="${right}" y2="${y.toFixed(1)}" stroke="#9e9e9e" stroke-width="0.8"/>`,
      `<text x="${MARGIN.left - 52}" y="${middle}" font-size="13" text-anchor="end">${escapeXml(name)}</text>`,
      `<text x="${MARGIN.left - 8}" y="${middle}" font-size="11" fill="#757575" text-anchor="end">${km}</text>`,
    ];
  });
}

/** Kinds of trains, and below them what lines and frames mean. */
function drawLegend(graph: TrainGraph): readonly string[] {
  const { kinds, trains, conflicts } = graph;
  const lineOf = (style: string) => (x: number, y: number) =>
    `<line x1="${x}" y1="${y}" x2="${x + 28}" y2="${y}" ${style}/>`;
  const frameOf = (kind: GraphConflict["kind"]) => (x: number, y: number) =>
    `<rect x="${x + 6}" y="${y - 6}" width="16" height="12" ${conflictStyle(kind)}/>`;
  const kindEntries = kinds.map(({ kind, label }, i) => {
    const count = trains.filter((train) => train.kind === kind).length;
    const draw = lineOf(`stroke="${colourOf(i)}" stroke-width="2.5"`);
    return { text: `${label} (${count})`, draw };
  });
  const conflictEntries = (["Spacing", "Routing"] as const).map((kind) => {
    const count = conflicts.filter((conflict) => conflict.kind === kind).length;
    return { text: `${kind.toLowerCase()} conflict (${count})`, draw: frameOf(kind) };
  });
  const meanings = [
    { text: "final run", draw: lineOf('stroke="#424242" stroke-width="1.6"') },
    { text: "base run", draw: lineOf(`stroke="#424242" ${BASE_STYLE}`) },
    { text: "paced train", draw: lineOf(`stroke="#424242" stroke-width="1.6" ${PACED_DASHES}`) },
    ...conflictEntries,
  ];
  return [kindEntries, meanings].flatMap((entries, row) => {
    let x = MARGIN.left;
    const y = 58 + row * 26;
    return entries.flatMap(({ text, draw }) => {
      const parts = [
        draw(x, y),
        `<text x="${x + 36}" y="${y + 4}" font-size="13">${escapeXml(text)}</text>`,
      ];
      x += 60 + text.length * 7;
      return parts;
    });
  });
}

function drawLine(graph: TrainGraph, train: GraphTrain, scale: Scale): string {
  const lines = train.kind === SHORT_TERM ? SHORT_TERM_STYLE : 'stroke-width="1.6"';
  const dashes = train.is_paced ? ` ${PACED_DASHES}` : "";
  const style = `stroke="${colourOfTrain(graph, train)}" ${lines}${dashes}`;
  const title = `<title>${escapeXml(train.name)}</title>`;
  return `<polyline ${printPoints(train.points, scale)} ${LINE_STYLE} ${style}>${title}</polyline>`;
}

function drawBaseLine(graph: TrainGraph, train: GraphTrain, scale: Scale): string {
  const style = `stroke="${colourOfTrain(graph, train)}" ${BASE_STYLE}`;
  return `<polyline ${printPoints(train.base_points, scale)} ${LINE_STYLE} ${style}/>`;
}

function printPoints(points: readonly GraphPoint[], scale: Scale): string {
  const places = points.map(
    ({ time_ms, distance_m }) => `${scale.x(time_ms).toFixed(1)},${scale.y(distance_m).toFixed(1)}`,
  );
  return `points="${places.join(" ")}"`;
}

/** The name along the line, on a white edge, where no other name stands. */
function drawName(
  graph: TrainGraph,
  train: GraphTrain,
  { scale, labels }: { scale: Scale; labels: Box[] },
): string {
  const places = LABEL_PLACES.map((share) => placeName(train.points, share, scale));
  const isFree = ({ x, y }: Box): boolean =>
    graph.stations.every((s) => Math.abs(scale.y(s.distance_m) - y) > LABEL_STATION_GAP) &&
    labels.every(
      (box) => Math.abs(box.x - x) > LABEL_WIDTH || Math.abs(box.y - y) > LABEL_HEIGHT * 2,
    );
  const place = places.find((candidate) => candidate !== null && isFree(candidate)) ?? places[0];
  if (place === undefined || place === null) return "";
  labels.push(place);
  const [x, y] = [place.x.toFixed(1), place.y.toFixed(1)];
  const colour = colourOfTrain(graph, train);
  const edge = 'stroke="#ffffff" stroke-width="3" paint-order="stroke"';
  const turn = `rotate(${place.angle.toFixed(1)} ${x} ${y})`;
  return `<text x="${x}" y="${y}" dy="-3" font-size="10" text-anchor="middle" fill="${colour}" ${edge} transform="${turn}">${escapeXml(train.name)}</text>`;
}

/** Position and angle of a name at a share of the line's points; null on a line without a length. */
function placeName(
  points: readonly GraphPoint[],
  share: number,
  scale: Scale,
): (Box & { readonly angle: number }) | null {
  const from_ms = points[0]?.time_ms ?? 0;
  const at_ms = from_ms + ((points.at(-1)?.time_ms ?? 0) - from_ms) * share;
  const next = points.findIndex(({ time_ms }) => time_ms > at_ms);
  const [a, b] = [points[next - 1], points[next]];
  if (a === undefined || b === undefined) return null;
  const [x1, y1, x2, y2] = [
    scale.x(a.time_ms),
    scale.y(a.distance_m),
    scale.x(b.time_ms),
    scale.y(b.distance_m),
  ];
  const part = (at_ms - a.time_ms) / (b.time_ms - a.time_ms);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return { x: x1 + (x2 - x1) * part, y: y1 + (y2 - y1) * part, angle };
}

function colourOfTrain({ kinds }: TrainGraph, train: GraphTrain): string {
  return colourOf(kinds.findIndex(({ kind }) => kind === train.kind));
}

function colourOf(index: number): string {
  return COLOURS[Math.max(0, index) % COLOURS.length] ?? "#000000";
}
