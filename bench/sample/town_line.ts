/**
 * The small network that "Load the sample" offers, of our own drawing, and its timetable: a town line with what planners
 * meet. From west to east a terminal (Seehaven), a single line with a loop (Kleinford), the siding of a works (Millworks),
 * a junction (Midbridge), a double line with a halt (Meadows) and the terminal of a town (Oldtown); from the junction a
 * branch up a valley (Hillend). It is drawn in OpenStreetMap's form, so that it goes the way of an extract.
 */
import { importNetwork } from "../../workers/exchange/import_network.ts";
import type { RailjsonDocument } from "../../workers/railjson/schemas.ts";
import { ROLLING_STOCKS, type RollingStockForm, STOCK_NAMES } from "../network/rolling_stocks.ts";
import { listPacedTrains, listTrains, type SamplePaced, type SampleTrain } from "./town_trains.ts";

/** Kilometres along the line, and metres to its left. */
type Place = readonly [km: number, left_m: number];
type Tags = Readonly<Record<string, string>>;

const ORIGIN = { lon: 7.2, lat: 47.6 } as const;
const DEGREE_M = (Math.PI / 180) * 6_378_160;

const WIRED: Tags = { railway: "rail", voltage: "25000" };
const LINE: Tags = { ...WIRED, maxspeed: "120" };
const FAST: Tags = { ...WIRED, maxspeed: "140" };
const STATION: Tags = { ...WIRED, maxspeed: "60" };
const SIDING: Tags = { railway: "rail", maxspeed: "40" };
const BRANCH: Tags = { railway: "rail", maxspeed: "90" };

/** Ways through places; where they share one they meet. */
const WAYS: readonly (readonly [Tags, ...Place[]])[] = [
  // Seehaven: three platforms
  [STATION, [0, 0], [0.4, 0], [0.7, 0]],
  [STATION, [0, 12], [0.4, 12], [0.52, 12], [0.7, 0]],
  [STATION, [0, 24], [0.3, 24], [0.4, 24], [0.52, 12]],
  [LINE, [0.7, 0], [5.3, 0]],
  // Kleinford: a loop
  [LINE, [5.3, 0], [5.8, 0], [6.3, 0]],
  [STATION, [5.3, 0], [5.42, 12], [5.8, 12], [6.18, 12], [6.3, 0]],
  [LINE, [6.3, 0], [8.7, 0]],
  // Millworks: a loop for freight trains, with a track that ends in the works
  [LINE, [8.7, 0], [9.2, 0], [9.7, 0]],
  [
    { ...SIDING, voltage: "25000" },
    [8.7, 0],
    [8.82, -12],
    [8.9, -12],
    [9.2, -12],
    [9.58, -12],
    [9.7, 0],
  ],
  [SIDING, [8.9, -12], [9.02, -24], [9.4, -24]],
  [LINE, [9.7, 0], [12, 0]],
  // Midbridge: three tracks
  [STATION, [12, 0], [12.2, 0], [12.6, 0], [13, 0]],
  [STATION, [12, 0], [12.12, 12], [12.2, 12], [12.6, 12], [13, 12]],
  [STATION, [12.2, 12], [12.32, 24], [12.6, 24], [12.88, 24], [13, 12]],
  // the double line, with a crossover each way
  [FAST, [13, 0], [13.2, 0], [13.32, 0], [13.5, 0], [13.62, 0], [17, 0], [21.2, 0]],
  [
    FAST,
    [13, 12],
    [13.2, 12],
    [13.32, 12],
    [13.5, 12],
    [13.62, 12],
    [13.9, 12],
    [17, 12],
    [21.2, 12],
  ],
  [STATION, [13.2, 0], [13.32, 12]],
  [STATION, [13.5, 12], [13.62, 0]],
  // Oldtown: three platforms
  [STATION, [21.2, 0], [21.32, 0], [21.5, 0], [21.62, 0], [22, 0], [22.3, 0]],
  [STATION, [21.2, 12], [21.32, 12], [21.5, 12], [21.62, 12], [21.7, 12], [22, 12], [22.3, 12]],
  [STATION, [21.2, 0], [21.32, 12]],
  [STATION, [21.5, 12], [21.62, 0]],
  [STATION, [21.7, 12], [21.82, 24], [22, 24], [22.3, 24]],
  // the branch to Hillend
  [
    BRANCH,
    [13.9, 12],
    [14.05, 30],
    [14.3, 100],
    [14.8, 420],
    [15.3, 1000],
    [15.9, 2100],
    [16.5, 3600],
    [16.9, 4900],
  ],
  [BRANCH, [16.9, 4900], [17.02, 5300], [17.1, 5560]],
  [BRANCH, [16.9, 4900], [17.04, 5290], [17.12, 5550]],
];

interface Station {
  readonly name: string;
  readonly code: string;
  readonly uic: string;
  /** Where trains stop, by the name of the track. */
  readonly tracks: Readonly<Record<string, Place>>;
}

export const STATIONS: readonly Station[] = [
  {
    name: "Seehaven",
    code: "SHV",
    uic: "9900010",
    tracks: { "1": [0.4, 0], "2": [0.4, 12], "3": [0.3, 24] },
  },
  { name: "Kleinford", code: "KFD", uic: "9900020", tracks: { "1": [5.8, 0], "2": [5.8, 12] } },
  {
    name: "Millworks",
    code: "MWK",
    uic: "9900030",
    tracks: { "1": [9.2, 0], "2": [9.2, -12], W: [9.4, -24] },
  },
  {
    name: "Midbridge",
    code: "MBR",
    uic: "9900040",
    tracks: { "1": [12.6, 0], "2": [12.6, 12], "3": [12.6, 24] },
  },
  { name: "Meadows", code: "MDW", uic: "9900050", tracks: { "1": [17, 0], "2": [17, 12] } },
  {
    name: "Oldtown",
    code: "OTN",
    uic: "9900060",
    tracks: { "1": [22, 0], "2": [22, 12], "3": [22, 24] },
  },
  {
    name: "Hillend",
    code: "HLD",
    uic: "9900070",
    tracks: { "1": [17.02, 5300], "2": [17.04, 5290] },
  },
];

/** Up the valley, per mille; so far to the left of the line there is nothing else. */
const BRANCH_SLOPE = 18;
const VALLEY_FROM_M = 1000;

/** Elements as Overpass answers them. */
function drawElements(): readonly object[] {
  const ids = new Map<string, number>();
  const elements: object[] = [];
  const tagsAt = new Map<string, Tags>();
  for (const { name, code, uic, tracks } of STATIONS) {
    for (const [track, place] of Object.entries(tracks)) {
      const tags = { railway: "stop", name, "railway:ref": code, uic_ref: uic, local_ref: track };
      tagsAt.set(place.join(), tags);
    }
  }
  const idAt = (place: Place): number => {
    const key = place.join();
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = ids.size + 1;
    ids.set(key, id);
    const [km, left_m] = place;
    const lat = ORIGIN.lat + left_m / DEGREE_M;
    const lon = ORIGIN.lon + (km * 1000) / (DEGREE_M * Math.cos((ORIGIN.lat * Math.PI) / 180));
    elements.push({ type: "node", id, lon, lat, tags: tagsAt.get(key) ?? {} });
    return id;
  };
  const ways = WAYS.map(([tags, ...places], i) => {
    return { type: "way", id: i + 1, nodes: places.map(idAt), tags };
  });
  return [...elements, ...ways];
}

/** As a file: the JSON of Overpass. */
export function drawExtract(): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ elements: drawElements() }));
}

function makeNetwork(): RailjsonDocument {
  const bytes = drawExtract();
  const options = {
    detector_spacing: 800,
    signaling_system: "BAL",
    running_side: "right",
  } as const;
  const imported = importNetwork("osm", bytes, options);
  if (!imported.ok) throw new Error(`the sample can't be read: ${imported.error.reason}`);
  const { document } = imported.value;
  const track_sections = document.track_sections.map((section) => {
    const [, lat = 0] = section.geo.coordinates.at(-1) ?? [];
    const is_branch = (lat - ORIGIN.lat) * DEGREE_M > VALLEY_FROM_M && section.length > 2000;
    const slope = { begin: 600, end: section.length - 300, gradient: BRANCH_SLOPE };
    return is_branch ? { ...section, slopes: [slope] } : section;
  });
  return { ...document, track_sections };
}

export interface SampleData {
  readonly railjson: RailjsonDocument;
  readonly rolling_stocks: readonly RollingStockForm[];
  readonly electrical_profile_set: {
    readonly levels: readonly never[];
    readonly level_order: Readonly<Record<string, readonly string[]>>;
  };
  readonly train_schedules: readonly SampleTrain[];
  readonly paced_trains: readonly SamplePaced[];
}

export function makeTownLine(): SampleData {
  return {
    railjson: makeNetwork(),
    rolling_stocks: ROLLING_STOCKS.filter(({ name }) => name !== STOCK_NAMES.intercity),
    electrical_profile_set: {
      levels: [],
      level_order: { "25000V": ["25000V", "22500V", "20000V"] },
    },
    train_schedules: listTrains(),
    paced_trains: listPacedTrains(),
  };
}
