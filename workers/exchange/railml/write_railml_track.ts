/** One track section as a track of railML 2.5, with all that lies on it. */
import { partition, type ValuedRange } from "../network/partition.ts";
import { escapeXml } from "../read_xml.ts";

/** A track while it is written: what is on it, at metres from its begin. */
export interface OpenTrack {
  readonly name: string;
  readonly title: string;
  readonly length_m: number;
  readonly coordinates: readonly (readonly number[])[];
  /** Each with all that stands at it: a connection, a buffer stop. */
  readonly ends: Record<"BEGIN" | "END", string>;
  readonly junctions: string[];
  readonly sections: string[];
  readonly signals: string[];
  readonly detectors: string[];
  readonly speeds: Readonly<Record<"up" | "down", ValuedRange<number>[]>>;
  readonly slopes: readonly ValuedRange<number>[];
  readonly curves: readonly ValuedRange<number>[];
  readonly wires: ValuedRange<number>[];
}

export type OpenTracks = ReadonlyMap<string, OpenTrack>;

/** Decimals of km/h that are written. */
const SPEED_DIGITS = 4;

export function printTrackElement(track: OpenTrack): string {
  const { name, title, length_m } = track;
  const titled = title === "" ? "" : ` name="${escapeXml(title)}"`;
  const elements = [
    printList("speedChanges", [
      ...printSpeedChanges(track, "up"),
      ...printSpeedChanges(track, "down"),
    ]),
    printList(
      "gradientChanges",
      printChanges(track, track.slopes, (value) => ["gradientChange", `slope="${value}"`]),
    ),
    printList(
      "radiusChanges",
      printChanges(track, track.curves, (value) => ["radiusChange", `radius="${value}"`]),
    ),
    printList(
      "electrificationChanges",
      printChanges(track, track.wires, (value) => [
        "electrificationChange",
        value === "0" ? `type="none"` : `type="overhead" voltage="${value}"`,
      ]),
    ),
    printList("geoMappings", printMappings(track)),
  ];
  return [
    `<track id="${name}"${titled}>`,
    "<trackTopology>",
    printEnd(track, "BEGIN", 0),
    printEnd(track, "END", length_m),
    printList("connections", track.junctions),
    printList("crossSections", track.sections),
    "</trackTopology>",
    printList("trackElements", elements),
    printList("ocsElements", [
      printList("signals", track.signals),
      printList("trainDetectionElements", track.detectors),
    ]),
    "</track>",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function printEnd({ name, ends, coordinates }: OpenTrack, end: "BEGIN" | "END", at_m: number) {
  const element = end === "BEGIN" ? "trackBegin" : "trackEnd";
  const inner = ends[end] === "" ? `<openEnd id="${name}.open.${end}"/>` : ends[end];
  const point = coordinates.at(end === "BEGIN" ? 0 : -1) ?? [];
  return `<${element} id="${name}.${end}" pos="${printDecimal(at_m)}">${printPoint(point)}${inner}</${element}>`;
}

function printList(name: string, items: readonly string[]): string {
  const kept = items.filter((item) => item !== "");
  return kept.length === 0 ? "" : `<${name}>\n${kept.join("\n")}\n</${name}>`;
}

/** Each speed ends before the next one begins, so that none counts beyond it or on the next track. */
function printSpeedChanges({ name, speeds }: OpenTrack, dir: "up" | "down"): string[] {
  const ranges = partition(speeds[dir], (a, b) => Math.min(a, b));
  const sorted = dir === "up" ? ranges : ranges.toReversed();
  return sorted.flatMap(({ begin, end, value }, i) => {
    const [from_m, to_m] = dir === "up" ? [begin, end] : [end, begin];
    const kmh = Math.round(value * 3.6 * 10 ** SPEED_DIGITS) / 10 ** SPEED_DIGITS;
    return (
      [
        ["v", from_m, printDecimal(kmh)],
        ["e", to_m, "end"],
      ] as const
    ).map(
      ([kind, at_m, vMax]) =>
        `<speedChange id="${name}.${kind}.${dir}.${i}" pos="${printDecimal(at_m)}" dir="${dir}" vMax="${vMax}"/>`,
    );
  });
}

/** Each value counts up to the next change: 0 where nothing is. */
function printChanges(
  { name, length_m }: OpenTrack,
  ranges: readonly ValuedRange<number>[],
  print: (value: string) => readonly [element: string, attributes: string],
): string[] {
  const changes = partition(ranges, (_kept, other) => other).flatMap(
    ({ begin, end, value }, i, all) => {
      const closes = all[i + 1]?.begin !== end && end < length_m;
      return closes ? [[begin, value] as const, [end, 0] as const] : [[begin, value] as const];
    },
  );
  return changes.map(([at_m, value], i) => {
    const [element, attributes] = print(printDecimal(value));
    return `<${element} id="${name}.${element}.${i}" pos="${printDecimal(at_m)}" ${attributes}/>`;
  });
}

/** The vertices between the ends, each at its share of the line. */
function printMappings({ name, coordinates, length_m }: OpenTrack): string[] {
  const steps = coordinates.map(([x = 0, y = 0], i) => {
    const [before_x = x, before_y = y] = coordinates[i - 1] ?? [];
    return Math.hypot((x - before_x) * Math.cos((y * Math.PI) / 180), y - before_y);
  });
  const sum = steps.reduce((all, one) => all + one, 0);
  let along = 0;
  return coordinates.slice(1, -1).map((point, i) => {
    along += steps[i + 1] ?? 0;
    const at_m = sum === 0 ? 0 : Math.round((along / sum) * length_m * 1000) / 1000;
    return `<geoMapping id="${name}.geo.${i}" pos="${printDecimal(at_m)}">${printPoint(point)}</geoMapping>`;
  });
}

function printPoint([lon, lat]: readonly number[]): string {
  if (lon === undefined || lat === undefined) return "";
  return `<geoCoord coord="${printDecimal(lat)} ${printDecimal(lon)}"/>`;
}

/** A decimal without exponent, which reads back as the same number unless that is less than 1e-4. */
export function printDecimal(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  return value.toFixed(20).replace(/\.?0+$/, "");
}
