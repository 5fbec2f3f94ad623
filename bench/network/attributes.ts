/**
 * What lies along the tracks of a line: speed limits by direction, tag and route, catenary of two
 * systems with neutral sections, electrical profiles, loading gauges, operational points.
 * Running on the wrong track is slower, so that paths keep left by themselves.
 */
import type { AxisRange } from "./axis.ts";
import { offsetOn, rangesOn, type Track } from "./layout.ts";
import type { Route } from "./routes.ts";
import type { Line } from "./stations.ts";

type Direction = "START_TO_STOP" | "STOP_TO_START";

export interface TrackRange {
  track: string;
  begin: number;
  end: number;
}

export interface ApplicableRange extends TrackRange {
  applicable_directions: Direction | "BOTH";
}

export interface DirectionalRange extends TrackRange {
  direction: Direction;
}

export interface SpeedSection {
  id: string;
  speed_limit: number | null;
  speed_limit_by_tag: Record<string, number>;
  track_ranges: ApplicableRange[];
  on_routes: string[] | null;
}

export interface Electrification {
  id: string;
  voltage: string;
  track_ranges: ApplicableRange[];
}

export interface NeutralSection {
  id: string;
  track_ranges: DirectionalRange[];
  announcement_track_ranges: DirectionalRange[];
  lower_pantograph: boolean;
}

export interface ProfileLevel {
  value: string;
  power_class: string;
  track_ranges: TrackRange[];
}

export interface OperationalPoint {
  id: string;
  parts: { track: string; position: number; extensions: { sncf: { kp: string } } }[];
  extensions: {
    identifier: { name: string; uic: number };
    sncf: {
      ci: number;
      ch: string;
      ch_short_label: string;
      ch_long_label: string;
      trigram: string;
    };
  };
}

const KMH = 1 / 3.6;
const WRONG_TRACK_KMH = 90;
const LOOP_KMH = 60;
const CONNECTOR_KMH = 40;
export const BRANCH_KMH = 100;
const NEUTRAL_LENGTH_M = 150;
const ANNOUNCEMENT_LENGTH_M = 400;

/** Limits on the main tracks by stretches, on loops, connectors and the branch. */
export function limitSpeeds(line: Line, routes: readonly Route[]): SpeedSection[] {
  const { prefix, layout } = line;
  const stretches = line.speeds_kmh.map((range, value) => ({ ...range, value }));
  const normal = line.speeds_kmh.map(({ value: kmh }, i) =>
    plainSection(`${prefix}SP.${i}.normal`, kmh),
  );
  const wrong = line.speeds_kmh.map(({ value: kmh }, i) =>
    plainSection(`${prefix}SP.${i}.wrong`, Math.min(kmh, WRONG_TRACK_KMH)),
  );
  const others: Record<string, SpeedSection> = {
    loop: plainSection(`${prefix}SP.loops`, LOOP_KMH),
    connector: plainSection(`${prefix}SP.connectors`, CONNECTOR_KMH),
    branch: plainSection(`${prefix}SP.branch`, BRANCH_KMH),
  };
  for (const track of layout.tracks) {
    if (track.kind !== "main_1" && track.kind !== "main_2") {
      others[track.kind]?.track_ranges.push(wholeTrack(track));
      continue;
    }
    const is_east = track.kind === "main_1";
    for (const { begin, end, value } of rangesOn(track, stretches)) {
      const range = { track: track.id, begin, end };
      normal[value]!.track_ranges.push({ ...range, applicable_directions: directionOf(is_east) });
      wrong[value]!.track_ranges.push({ ...range, applicable_directions: directionOf(!is_east) });
    }
  }
  const sections = [...normal, ...wrong, ...Object.values(others), ...limitRoutes(prefix, routes)];
  return sections.filter(({ track_ranges }) => track_ranges.length > 0);
}

interface RoutePlace {
  readonly routes: string[];
  readonly tracks: Map<string, Track>;
}

/** One section for each place with diverging routes: slow over all the points there. */
function limitRoutes(prefix: string, routes: readonly Route[]): readonly SpeedSection[] {
  const places = new Map<string, RoutePlace>();
  for (const route of routes) {
    if (route.diverging_count === 0) continue;
    const points = route.tracks.filter(
      ({ length_m, kind }) => length_m < 200 && kind !== "connector",
    );
    const place = points[0]?.id.split(".").at(-3);
    if (place === undefined) continue;
    const group: RoutePlace = places.get(place) ?? { routes: [], tracks: new Map() };
    places.set(place, group);
    group.routes.push(route.id);
    for (const track of points) group.tracks.set(track.id, track);
  }
  return [...places].map(([place, group]) => ({
    ...plainSection(`${prefix}SP.routes.${place}`, LOOP_KMH),
    speed_limit_by_tag: {},
    track_ranges: [...group.tracks.values()].map(wholeTrack),
    on_routes: group.routes,
  }));
}

function plainSection(id: string, kmh: number): SpeedSection {
  const speed_limit_by_tag: Record<string, number> = {};
  for (const [tag, tag_kmh] of [
    ["V160", 160],
    ["ME120", 120],
    ["MA100", 100],
  ] as const) {
    speed_limit_by_tag[tag] = Math.min(kmh, tag_kmh) * KMH;
  }
  return { id, speed_limit: kmh * KMH, speed_limit_by_tag, track_ranges: [], on_routes: null };
}

/** 25 kV in the west, 1.5 kV in the east, nothing on the branch; neutral sections between. */
export function electrify(line: Line): {
  electrifications: Electrification[];
  neutral_sections: NeutralSection[];
  levels: ProfileLevel[];
} {
  const { prefix, layout, axis, branch_axis } = line;
  const main = line.stations.filter(({ is_on_branch }) => !is_on_branch);
  const nodes = main.filter(({ kind }) => kind !== "halt");
  const middle = Math.max(0, Math.floor(nodes.length / 2) - 1);
  const change_m = (nodes[middle]!.x_m + nodes[middle + 1]!.x_m) / 2;
  const systems: readonly AxisRange[] = [
    { begin_m: 0, end_m: change_m, value: 0 },
    { begin_m: change_m, end_m: axis.length_m, value: 1 },
  ];
  const electrifications = ["25000V", "1500V"].map(
    (voltage): Electrification => ({ id: `${prefix}E.${voltage}`, voltage, track_ranges: [] }),
  );
  for (const track of layout.tracks) {
    if (track.axis === branch_axis) continue;
    for (const { begin, end, value } of rangesOn(track, systems)) {
      const range = { track: track.id, begin, end, applicable_directions: "BOTH" } as const;
      electrifications[value]!.track_ranges.push(range);
    }
  }
  const breaks = nodes.flatMap(({ x_m }, i) => (i > 0 && i % 3 === 1 ? [x_m + 3_000] : []));
  const neutral_sections = [change_m, ...breaks.filter((x_m) => x_m < change_m - 2_000)].flatMap(
    (x_m, i) => makeNeutral(line, { x_m, id: `${prefix}NS.${i}`, lower_pantograph: i === 0 }),
  );
  return { electrifications, neutral_sections, levels: makeLevels(line, change_m) };
}

function makeNeutral(
  line: Line,
  neutral: { x_m: number; id: string; lower_pantograph: boolean },
): readonly NeutralSection[] {
  const half_m = NEUTRAL_LENGTH_M / 2;
  const { x_m, id, lower_pantograph } = neutral;
  const collect = (begin_m: number, end_m: number, direction: Direction): DirectionalRange[] =>
    line.layout.tracks.flatMap((track) =>
      track.axis !== line.axis || !track.kind.startsWith("main")
        ? []
        : rangesOn(track, [{ begin_m, end_m, value: 0 }]).map(({ begin, end }) => {
            return { track: track.id, begin, end, direction };
          }),
    );
  const west_m = x_m - half_m;
  const east_m = x_m + half_m;
  return [
    {
      id: `${id}.east`,
      track_ranges: collect(west_m, east_m, "START_TO_STOP"),
      announcement_track_ranges: collect(west_m - ANNOUNCEMENT_LENGTH_M, west_m, "START_TO_STOP"),
      lower_pantograph,
    },
    {
      id: `${id}.west`,
      track_ranges: collect(west_m, east_m, "STOP_TO_START"),
      announcement_track_ranges: collect(east_m, east_m + ANNOUNCEMENT_LENGTH_M, "STOP_TO_START"),
      lower_pantograph,
    },
  ];
}

/** Supply levels change every 9 km; two power classes, the stronger one suffers more. */
function makeLevels(line: Line, change_m: number): ProfileLevel[] {
  const by_class: Readonly<Record<string, readonly string[]>> = {
    "1": ["25000V", "22500V", "25000V"],
    "5": ["25000V", "22500V", "20000V", "22500V"],
  };
  const levels: ProfileLevel[] = [];
  for (const [power_class, values] of Object.entries(by_class)) {
    const pieces: AxisRange[] = [];
    for (let x_m = 0; x_m < change_m; x_m += 9_000) {
      const end_m = Math.min(x_m + 9_000, change_m);
      pieces.push({ begin_m: x_m, end_m, value: pieces.length });
    }
    const made = pieces.map(({ value }): ProfileLevel => {
      return { value: values[value % values.length]!, power_class, track_ranges: [] };
    });
    for (const track of line.layout.tracks) {
      if (track.axis !== line.axis) continue;
      for (const { begin, end, value } of rangesOn(track, pieces)) {
        made[value]!.track_ranges.push({ track: track.id, begin, end });
      }
    }
    levels.push(...made);
  }
  return levels;
}

/** The loading gauge of a whole track. */
export function gaugeOf(
  track: Track,
): { category: "GC" | "GB1" | "GB"; begin: number; end: number }[] {
  if (track.kind === "connector") return [];
  const category = track.kind === "branch" ? "GB" : track.kind === "loop" ? "GB1" : "GC";
  return [{ category, begin: 0, end: track.length_m }];
}

/** The stations, and a second point of the junction (secondary code BIF) where the branch begins. */
export function placeOperationalPoints(line: Line): OperationalPoint[] {
  const points = line.stations.map((station) => makePoint(line, station.trigram, "BV"));
  const junction = line.stations.find(({ kind }) => kind === "junction");
  const post = junction === undefined ? null : makePoint(line, junction.trigram, "BIF");
  for (const { tracks, platforms } of line.layout.segments) {
    for (const { station, x_m } of platforms) {
      const track = tracks.find(({ begin_m, end_m }) => begin_m <= x_m && x_m < end_m);
      if (track === undefined) throw new Error(`no track at ${x_m} m`);
      const is_post =
        post !== null && track.kind === "branch" && line.stations[station] === junction;
      const kp = `${Math.floor(x_m / 1000)}+${String(Math.round(x_m % 1000)).padStart(3, "0")}`;
      const part = {
        track: track.id,
        position: offsetOn(track, x_m),
        extensions: { sncf: { kp } },
      };
      (is_post ? post : points[station]!).parts.push(part);
    }
  }
  return post === null ? points : [...points, post];
}

function makePoint(line: Line, trigram: string, ch: "BV" | "BIF"): OperationalPoint {
  const { name, uic } = line.stations.find((station) => station.trigram === trigram)!;
  return {
    id: `OP.${trigram}.${ch}`,
    parts: [],
    extensions: {
      identifier: { name: ch === "BV" ? name : `${name} junction`, uic },
      sncf: {
        ci: uic % 1_000_000,
        ch,
        ch_short_label: ch,
        ch_long_label: ch === "BV" ? "passenger building" : "junction",
        trigram,
      },
    },
  };
}

function wholeTrack(track: Track): ApplicableRange {
  return { track: track.id, begin: 0, end: track.length_m, applicable_directions: "BOTH" };
}

function directionOf(is_east: boolean): Direction {
  return is_east ? "START_TO_STOP" : "STOP_TO_START";
}
