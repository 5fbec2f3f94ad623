/** Stop places with their quays, and the stop points of journeys that are assigned to them, as they are written. */
import type { Location } from "../../../src/railway/waypoint.schemas.ts";
import { escapeXml } from "../read_xml.ts";
import type { StationIndex } from "../timetable/station_index.ts";
import { printPlace, printTrack } from "../timetable/station_names.ts";
import { CODESPACE, OWN_QUAY } from "./own_words.ts";

interface WrittenStation {
  readonly id: string;
  readonly head: string;
  readonly quays: string[];
}

export class NetexPlaces {
  readonly #stations: StationIndex | null;
  /** By the word of a place. */
  readonly #byWord = new Map<string, WrittenStation>();
  /** By word and track. */
  readonly #points = new Map<string, string>();
  readonly points: string[] = [];
  readonly assignments: string[] = [];

  constructor(stations: StationIndex | null) {
    this.#stations = stations;
  }

  /** The id of its stop point. */
  idOf(location: Location): string {
    const word = this.#stations?.wordOf(location) ?? printPlace(location);
    const track = printTrack(location);
    const key = JSON.stringify([word, track]);
    const known = this.#points.get(key);
    if (known !== undefined) return known;
    const number = this.#points.size + 1;
    const id = `${CODESPACE}:ScheduledStopPoint:${number}`;
    this.#points.set(key, id);
    const name = this.#stations?.describe(location)?.name ?? word;
    this.points.push(
      `<ScheduledStopPoint version="1" id="${id}"><Name>${escapeXml(name)}</Name>` +
        `<PrivateCode>${escapeXml(word)}</PrivateCode></ScheduledStopPoint>`,
    );
    if (!("track" in location)) this.#assign(id, { location, word, name, track });
    return id;
  }

  #assign(
    id: string,
    told: {
      readonly location: Location;
      readonly word: string;
      readonly name: string;
      readonly track: string | null;
    },
  ): void {
    const station = this.#byWord.get(told.word) ?? this.#makeStation(told);
    const number = this.assignments.length + 1;
    const quay = `${OWN_QUAY}${number}`;
    const code = told.track === null ? "" : `<PublicCode>${escapeXml(told.track)}</PublicCode>`;
    station.quays.push(`<Quay version="1" id="${quay}">${code}</Quay>`);
    this.assignments.push(
      `<PassengerStopAssignment version="1" order="${number}" id="${CODESPACE}:PassengerStopAssignment:${number}">` +
        `<ScheduledStopPointRef ref="${id}" version="1"/><StopPlaceRef ref="${station.id}" version="1"/>` +
        `<QuayRef ref="${quay}" version="1"/></PassengerStopAssignment>`,
    );
  }

  #makeStation({
    location,
    word,
    name,
  }: {
    readonly location: Location;
    readonly word: string;
    readonly name: string;
  }): WrittenStation {
    const id = `${CODESPACE}:StopPlace:${this.#byWord.size + 1}`;
    const known = this.#stations?.describe(location) ?? null;
    const uic = known?.uic ?? null;
    const [lon, lat] = known?.place ?? [];
    const keys =
      uic === null
        ? ""
        : `<keyList><KeyValue><Key>uicCode</Key><Value>${uic}</Value></KeyValue></keyList>`;
    const centroid =
      lon === undefined || lat === undefined
        ? ""
        : `<Centroid><Location><Longitude>${lon.toFixed(6)}</Longitude><Latitude>${lat.toFixed(6)}</Latitude></Location></Centroid>`;
    const head =
      `${keys}<Name>${escapeXml(name)}</Name><PrivateCode>${escapeXml(word)}</PrivateCode>${centroid}` +
      "<TransportMode>rail</TransportMode><StopPlaceType>railStation</StopPlaceType>";
    const station = { id, head, quays: [] };
    this.#byWord.set(word, station);
    return station;
  }

  listStopPlaces(): string[] {
    return [...this.#byWord.values()].map(
      ({ id, head, quays }) =>
        `<StopPlace version="1" id="${id}">${head}<quays>${quays.join("")}</quays></StopPlace>`,
    );
  }
}
