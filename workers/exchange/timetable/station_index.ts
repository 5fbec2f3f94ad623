/** Finds operational points of a network by the names that other programs use for them. */
import type { Location } from "../../../src/railway/waypoint.schemas.ts";
import type { ListedPoint } from "../../engine/infra/list_points.ts";
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { printPlace, readPlace } from "./station_names.ts";

export type Station = ListedPoint;

const EARTH_RADIUS_M = 6_371_000;
const NEAR_M = 500;

/** How a place of a file was found in a network: as somebody chose it before, by a word, or by where it is. */
export type FoundBy = "match" | "word" | "place";

/** Called with each place that is looked up, by what people call it; null: it was not found. */
export type LookTaker = (label: string, found: Station | null, by: FoundBy | null) => void;

/** Of a track section, mm; null: the network has none of this id. */
type TrackLength = (track: string) => number | null;

export class StationIndex {
  readonly #stations: readonly Station[];
  readonly #lengthOf: TrackLength;
  readonly #byId = new Map<string, Station>();
  readonly #byTrigram = new Map<string, Station[]>();
  readonly #byUic = new Map<number, Station[]>();
  /** Null: several have the name. */
  readonly #byName = new Map<string, Station | null>();
  /** Word → id of the operational point that was chosen for it. */
  readonly #matches: ReadonlyMap<string, string>;
  readonly #onLook: LookTaker;

  constructor(
    stations: readonly Station[],
    lengthOf: TrackLength = () => null,
    matches: ReadonlyMap<string, string> = new Map(),
    onLook: LookTaker = () => undefined,
  ) {
    this.#stations = stations;
    this.#lengthOf = lengthOf;
    this.#matches = matches;
    this.#onLook = onLook;
    for (const station of stations) {
      const { id, name, trigram, uic } = station;
      this.#byId.set(id, station);
      if (trigram !== null) append(this.#byTrigram, trigram, station);
      // 0 stands for none: no place is found by it.
      if (uic !== null && uic !== 0) append(this.#byUic, uic, station);
      if (name === null) continue;
      const key = normalize(name);
      this.#byName.set(key, this.#byName.has(key) ? null : station);
    }
  }

  /** As it was chosen for what people call it, else by one of its words, else by where it is. */
  look(
    words: readonly string[],
    { label, place }: Pick<LookedUp, "label" | "place"> = {},
  ): Location | null {
    const called = label ?? words[0] ?? "";
    const chosen = this.#byId.get(this.#matches.get(called) ?? "");
    const match =
      chosen === undefined ? null : { operational_point: chosen.id, secondary_code: null };
    const named = match ?? this.find(words);
    const near = named === null && place ? this.near(place) : null;
    const by = match !== null ? "match" : named !== null ? "word" : near !== null ? "place" : null;
    const found = named ?? near;
    this.#onLook(called, found === null ? null : this.describe(found), by);
    return found;
  }

  /** By one of the words, the first that is known; in each as a trigram, a UIC code, an id, a name. */
  find(words: readonly string[]): Location | null {
    for (const word of words) {
      const location = this.#findWord(word);
      if (location !== null) return location;
    }
    return null;
  }

  #findWord(word: string): Location | null {
    const location = readPlace(word);
    if (location !== null && this.#has(location)) return location;
    if (/^\d{1,10}$/.test(word) && this.#byUic.has(Number(word))) {
      return { uic: Number(word), secondary_code: null };
    }
    const station = this.#byId.get(word) ?? this.#byName.get(normalize(word)) ?? null;
    return station === null ? null : { operational_point: station.id, secondary_code: null };
  }

  #has(location: Location): boolean {
    if (!("track" in location)) return this.describe(location) !== null;
    return location.offset <= (this.#lengthOf(location.track) ?? -1);
  }

  /** The nearest one within 500 m. */
  near([lon, lat]: readonly [lon: number, lat: number]): Location | null {
    let nearest: Station | null = null;
    let least_m = NEAR_M;
    for (const station of this.#stations) {
      if (station.place === null) continue;
      const [other_lon, other_lat] = station.place;
      const distance_m = distanceM([lon, lat], [other_lon, other_lat]);
      if (distance_m > least_m) continue;
      [nearest, least_m] = [station, distance_m];
    }
    return nearest === null ? null : { operational_point: nearest.id, secondary_code: null };
  }

  /** The operational point of a place, the first if a train may take any of several; null: it is on a track, or not in the network. */
  describe(location: Location): Station | null {
    return this.#list(location)[0] ?? null;
  }

  /** Whether a place has a track of a name. */
  hasTrack(location: Location, name: string): boolean {
    return this.#list(location).some(({ tracks }) => tracks?.includes(name) === true);
  }

  #list(location: Location): readonly Station[] {
    if ("track" in location) return [];
    const { secondary_code } = location;
    const fits = (one: Station): boolean =>
      secondary_code === null || one.secondary_code === secondary_code;
    if ("uic" in location) return this.#byUic.get(location.uic)?.filter(fits) ?? [];
    if ("trigram" in location) return this.#byTrigram.get(location.trigram)?.filter(fits) ?? [];
    const station = this.#byId.get(location.operational_point);
    return station !== undefined && fits(station) ? [station] : [];
  }

  /** What people call a place, if that finds it again. */
  wordOf(location: Location): string {
    const [station, ...others] = this.#list(location);
    if (station === undefined || others.length > 0) return printPlace(location);
    const words = [station.trigram, station.name].filter((word) => word !== null);
    const known = words.find((word) => this.#names(word, station));
    return known ?? printPlace(location);
  }

  #names(word: string, station: Station): boolean {
    const found = this.find([word]);
    if (found === null || this.describe(found) !== station) return false;
    return !("trigram" in found) || this.#byTrigram.get(found.trigram)?.length === 1;
  }
}

function append<Key>(map: Map<Key, Station[]>, key: Key, station: Station): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [station]);
  else known.push(station);
}

function normalize(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

function distanceM(a: readonly [number, number], b: readonly [number, number]): number {
  const radians = Math.PI / 180;
  const x = (b[0] - a[0]) * radians * Math.cos(((a[1] + b[1]) / 2) * radians);
  return Math.hypot(x, (b[1] - a[1]) * radians) * EARTH_RADIUS_M;
}

interface LookedUp {
  readonly report: ExchangeReport;
  readonly line?: number;
  readonly element: string;
  /** What people call it; absent: its first word. */
  readonly label?: string;
  /** Where the file says that it is; null: it does not. */
  readonly place?: readonly [lon: number, lat: number] | null;
}

/** What a place is called in a file: the first word names it. Without a network every word is one of its own. */
export function findStation(
  words: readonly string[],
  index: StationIndex | null,
  { report, line, element, ...told }: LookedUp,
): Location {
  const [word = ""] = words;
  const found = index?.look(words, told) ?? null;
  if (found !== null) return found;
  if (index !== null) {
    report.note({
      severity: "warning",
      code: "station_unknown",
      where: { element, id: word, ...(line !== undefined && { line }) },
      message:
        "the network has no operational point of this name, and no such place on a track; trains have no path there",
    });
  }
  return readPlace(word) ?? { trigram: word === "" ? "?" : word, secondary_code: null };
}

/** Of a document. */
export function indexOf(document: RailjsonDocument, onLook?: LookTaker): StationIndex {
  const tracks = new Map(document.track_sections.map(({ id, length }) => [id, length * 1000]));
  return new StationIndex(
    stationsOf(document),
    (track) => tracks.get(track) ?? null,
    new Map(),
    onLook,
  );
}

/** A station is where its first part is, as the crow flies along its track. */
function stationsOf({
  operational_points,
  track_sections,
}: Pick<RailjsonDocument, "operational_points" | "track_sections">): Station[] {
  const tracks = new Map(track_sections.map((track) => [track.id, track]));
  return operational_points.map(({ id, extensions, parts }) => {
    const [part] = parts;
    const track = part === undefined ? undefined : tracks.get(part.track);
    return {
      id,
      name: extensions?.identifier?.name ?? null,
      uic: extensions?.identifier?.uic ?? null,
      trigram: extensions?.sncf?.trigram ?? null,
      secondary_code: extensions?.sncf?.ch ?? null,
      tracks: parts.flatMap((one) => tracks.get(one.track)?.extensions?.sncf?.track_name || []),
      place:
        part === undefined || track === undefined
          ? null
          : pointAt(track.geo.coordinates, part.position / track.length),
    };
  });
}

/** The point at a share of a line's length. */
function pointAt(
  line: readonly (readonly number[])[],
  share: number,
): readonly [lon: number, lat: number] | null {
  const points = line.map(([lon = 0, lat = 0]) => [lon, lat] as const);
  const lengths = points.map((point, i) => distanceM(points[i - 1] ?? point, point));
  let left_m = Math.max(0, Math.min(1, share)) * lengths.reduce((sum, one) => sum + one, 0);
  for (const [i, length_m] of lengths.entries()) {
    const [from, to] = [points[i - 1], points[i]];
    if (from === undefined || to === undefined) continue;
    if (left_m <= length_m && length_m > 0) {
      const part = left_m / length_m;
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    }
    left_m -= length_m;
  }
  return points.at(-1) ?? null;
}
