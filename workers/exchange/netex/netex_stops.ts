/**
 * The places of a NeTEx delivery: scheduled stop points with the stop places and quays that are assigned to them, whose
 * names, codes and coordinates stand in site frames.
 */
import { elementsAt, type XmlElement } from "../xml_tree.ts";
import { childText, type NetexObjects, refOf } from "./netex_objects.ts";
import { OWN_QUAY } from "./own_words.ts";

/** Of keys under which national registers of stop places have codes of the railways. */
const UIC_KEY = /uic/i;

export interface NetexStop {
  /** What may name it in a network, the best first; the first one also without a network. */
  readonly words: readonly string[];
  /** What people call it; empty: it has no name. */
  readonly title: string;
  readonly place: readonly [lon: number, lat: number] | null;
  /** Empty: any. */
  readonly platform: string;
  /** Whether it is a track's name of ours, which counts without a look at the network. */
  readonly is_own: boolean;
}

export class NetexStops {
  readonly #objects: NetexObjects;
  readonly #known = new Map<string, NetexStop>();
  /** Id of a quay → its stop place. */
  readonly #owners = new Map<string, XmlElement>();

  constructor(objects: NetexObjects) {
    this.#objects = objects;
    for (const stop_place of objects.all("StopPlace")) {
      for (const quay of elementsAt(stop_place, "quays", "Quay")) {
        this.#owners.set(quay.attribute("id") ?? "", stop_place);
      }
    }
  }

  /** Of a scheduled stop point. */
  describe(id: string): NetexStop {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const stop = this.#read(id);
    this.#known.set(id, stop);
    return stop;
  }

  #read(id: string): NetexStop {
    const point = this.#objects.find("ScheduledStopPoint", id);
    const assigned = this.#objects.assignmentOf(id);
    const quays = assigned.flatMap((one) => this.#objects.find("Quay", one) ?? []);
    const places = assigned.flatMap((one) => this.#listPlaces(one));
    const own = point === undefined ? [] : [point];
    const names = [...own, ...places].map((one) => childText(one, "Name"));
    return {
      words: [
        ...own.flatMap(listCodes),
        id.split(":").at(-1) ?? "",
        id,
        ...own.map((one) => childText(one, "Name")),
        ...assigned,
        ...places.flatMap((one) => [
          ...listCodes(one),
          one.attribute("id") ?? "",
          childText(one, "Name"),
        ]),
      ].filter((word) => word !== ""),
      title: names.find((name) => name !== "") ?? "",
      place: [...quays, ...own, ...places].map(placeOf).find((place) => place !== null) ?? null,
      is_own: assigned.some((one) => one.startsWith(OWN_QUAY)),
      platform: quays.map((one) => childText(one, "PublicCode")).find((code) => code !== "") ?? "",
    };
  }

  /** The stop place of an id, or of a quay, and the place that this is a part of. */
  #listPlaces(id: string): readonly XmlElement[] {
    const stop_place = this.#objects.find("StopPlace", id) ?? this.#owners.get(id);
    if (stop_place === undefined) return [];
    const parent = this.#objects.find("StopPlace", refOf(stop_place, "ParentSiteRef"));
    return parent === undefined ? [stop_place] : [stop_place, parent];
  }
}

function listCodes(element: XmlElement): readonly string[] {
  const keys = elementsAt(element, "keyList", "KeyValue");
  return [
    ...["PublicCode", "PrivateCode", "ShortName"].map((name) => childText(element, name)),
    ...keys.flatMap((one) => (UIC_KEY.test(childText(one, "Key")) ? childText(one, "Value") : [])),
  ];
}

/** In degrees; null: it tells none that is one. */
function placeOf(element: XmlElement): readonly [lon: number, lat: number] | null {
  const [location] = [
    ...elementsAt(element, "Centroid", "Location"),
    ...elementsAt(element, "Location"),
  ];
  if (location === undefined) return null;
  const texts = ["Longitude", "Latitude"].map((name) => childText(location, name).trim());
  const [lon = Number.NaN, lat = Number.NaN] = texts.map((text) =>
    text === "" ? Number.NaN : Number(text),
  );
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}
