/**
 * Places of railML 3: on a net element by metres from its begin, or by the mileage of a positioning system, which
 * the element gives for its two ends. An element made of others (meso, macro) is all of those at that mileage.
 */
import type { RailRange } from "../network/rail_plan.ts";
import { elementsAt, numberOf, textOf, type XmlElement } from "../xml_tree.ts";

export interface NetElement {
  readonly id: string;
  readonly length_m: number;
  readonly line: number;
  /** Elements that it consists of; empty: it is track. */
  readonly parts: readonly string[];
  /** Positioning system → mileage at begin and end. */
  readonly mileages: ReadonlyMap<string, readonly [number, number]>;
}

export interface RailPlace {
  readonly rail: string;
  readonly at_m: number;
}

/** Its length is its own, that between its mileages, that of the track which is this element alone, or as far as it lies on it. */
export function listNetElements(root: XmlElement): ReadonlyMap<string, NetElement> {
  const elements = new Map<string, NetElement>();
  const ofTracks = listTrackLengths(root);
  const list = elementsAt(root, "infrastructure", "topology", "netElements", "netElement");
  for (const element of list) {
    const id = textOf(element, "id") ?? `line.${element.line}`;
    const collections = element.children.filter(({ name }) => name.startsWith("elementCollection"));
    const parts = collections.flatMap((one) =>
      elementsAt(one, "elementPart").map((part) => textOf(part, "ref") ?? ""),
    );
    const mileages = listMileages(element);
    const [first] = mileages.values();
    const between_m = first ? Math.abs(first[1] - first[0]) : 0;
    const length_m = toldLength(element) ?? (between_m || (ofTracks.get(id) ?? 0));
    elements.set(id, { id, length_m, line: element.line, parts, mileages });
  }
  return elements;
}

function toldLength(element: XmlElement): number | null {
  const [told] = elementsAt(element, "length");
  return numberOf(element, "length") ?? (told === undefined ? null : numberOf(told, "value"));
}

function listTrackLengths(root: XmlElement): ReadonlyMap<string, number> {
  const tracks = elementsAt(root, "infrastructure", "functionalInfrastructure", "tracks", "track");
  return new Map(
    tracks.flatMap((track) => {
      const parts = elementsAt(track, "linearLocation", "associatedNetElement");
      const whole_m = parts.length === 1 ? toldLength(track) : null;
      return parts.map((part) => {
        const between_m = Math.abs(
          (numberOf(part, "posEnd") ?? 0) - (numberOf(part, "posBegin") ?? 0),
        );
        return [textOf(part, "netElementRef") ?? "", whole_m ?? between_m] as const;
      });
    }),
  );
}

function listMileages(element: XmlElement): ReadonlyMap<string, readonly [number, number]> {
  const ends = new Map<string, { begin?: number; end?: number }>();
  for (const one of elementsAt(element, "associatedPositioningSystem", "intrinsicCoordinate")) {
    const at = numberOf(one, "intrinsicCoord");
    for (const linear of elementsAt(one, "linearCoordinate")) {
      const system = textOf(linear, "positioningSystemRef") ?? "";
      const measure = numberOf(linear, "measure");
      if (measure === null) continue;
      const known = ends.get(system) ?? {};
      ends.set(system, known);
      if (at === 0) known.begin = measure;
      else if (at === 1) known.end = measure;
    }
  }
  return new Map(
    [...ends].flatMap(([system, { begin, end }]) =>
      begin === undefined || end === undefined ? [] : [[system, [begin, end] as const] as const],
    ),
  );
}

/** The places on tracks of a `spotLocation`; several where it names an element made of others. */
export function locateSpot(
  elements: ReadonlyMap<string, NetElement>,
  spot: XmlElement,
): readonly RailPlace[] {
  const element = elements.get(textOf(spot, "netElementRef") ?? "");
  if (element === undefined) return [];
  const pos_m = positionOf(element, spot, { pos: "pos", share: "intrinsicCoord" });
  if (pos_m !== null && element.parts.length === 0) return [{ rail: element.id, at_m: pos_m }];
  return elementsAt(spot, "linearCoordinate").flatMap((linear) =>
    atMileage(elements, element, linear),
  );
}

/** The range on a track of an `associatedNetElement`; null: it names none. */
export function locateRange(
  elements: ReadonlyMap<string, NetElement>,
  associated: XmlElement,
): RailRange | null {
  const element = elements.get(textOf(associated, "netElementRef") ?? "");
  if (element === undefined || element.parts.length > 0) return null;
  const ends = (["Begin", "End"] as const).map((side) => {
    const names = { pos: `pos${side}`, share: `intrinsicCoord${side}` };
    const own_m = positionOf(element, associated, names);
    const [linear] = elementsAt(associated, `linearCoordinate${side}`);
    const [place] = linear === undefined ? [] : atMileage(elements, element, linear);
    return own_m ?? place?.at_m ?? null;
  });
  const [a, b] = [ends[0] ?? 0, ends[1] ?? element.length_m];
  return { rail: element.id, from_m: Math.min(a, b), to_m: Math.max(a, b) };
}

function positionOf(
  { length_m }: NetElement,
  place: XmlElement,
  names: { readonly pos: string; readonly share: string },
): number | null {
  const share = numberOf(place, names.share);
  return numberOf(place, names.pos) ?? (share === null ? null : share * length_m);
}

function atMileage(
  elements: ReadonlyMap<string, NetElement>,
  element: NetElement,
  linear: XmlElement,
): readonly RailPlace[] {
  const measure = numberOf(linear, "measure");
  const system = textOf(linear, "positioningSystemRef") ?? "";
  if (measure === null) return [];
  const found: RailPlace[] = [];
  const seen = new Set<string>();
  const open = [element];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (seen.has(one.id)) continue;
    seen.add(one.id);
    for (const part of one.parts) {
      const inner = elements.get(part);
      if (inner !== undefined) open.push(inner);
    }
    const mileage = one.mileages.get(system);
    if (one.parts.length > 0 || mileage === undefined) continue;
    const [begin, end] = mileage;
    const share = begin === end ? -1 : (measure - begin) / (end - begin);
    if (share >= 0 && share <= 1) found.push({ rail: one.id, at_m: share * one.length_m });
  }
  return found.reverse();
}
