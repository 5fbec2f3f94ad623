/**
 * Journeys that tell their start alone: run times between their points and waits at them are those of the journey, of
 * its time demand type, or of its pattern.
 */
import { parseDuration } from "../../../src/railway/iso8601.ts";
import { faultAt } from "../railml/timed_places.ts";
import { elementsAt, type XmlElement } from "../xml_tree.ts";
import { childText, type NetexObjects, refOf } from "./netex_objects.ts";

interface Told {
  /** Milliseconds, by link and by the points of that link. */
  readonly runs: ReadonlyMap<string, number>;
  /** Milliseconds, by point. */
  readonly waits: ReadonlyMap<string, number>;
}

export interface PassedPoint {
  readonly stop: string;
  readonly arrival_ms: number | null;
  readonly departure_ms: number | null;
}

export class NetexRunTimes {
  readonly #objects: NetexObjects;
  readonly #known = new Map<XmlElement, Told>();

  constructor(objects: NetexObjects) {
    this.#objects = objects;
  }

  /** When a journey is at the points of its pattern. Throws an `UnreadableSource` where a run time is missing. */
  list(journey: XmlElement, pattern: XmlElement, start_ms: number): PassedPoint[] {
    const type = this.#objects.find("TimeDemandType", refOf(journey, "TimeDemandTypeRef"));
    const told = [journey, type, pattern].flatMap((one) => one ?? []).map((one) => this.#tell(one));
    const points = elementsAt(pattern, "pointsInSequence")
      .flatMap(({ children }) => children)
      .map((point) => ({
        stop: pointOf(point) ?? "",
        link: refOf(point, "OnwardTimingLinkRef") ?? refOf(point, "OnwardServiceLinkRef") ?? "",
      }));
    let now_ms = start_ms;
    return points.map(({ stop }, i) => {
      const before = points[i - 1];
      if (before === undefined) return { stop, arrival_ms: null, departure_ms: now_ms };
      const run_ms = find(
        told,
        ({ runs }) => runs.get(before.link) ?? runs.get(`${before.stop} ${stop}`),
      );
      if (run_ms === null) {
        throw faultAt(journey, `it has no run time from ${before.stop} to ${stop}`.slice(0, 200));
      }
      const arrival_ms = now_ms + run_ms;
      now_ms = arrival_ms + (find(told, ({ waits }) => waits.get(stop)) ?? 0);
      const is_last = i === points.length - 1;
      return { stop, arrival_ms, departure_ms: is_last ? null : now_ms };
    });
  }

  /** The names of the elements tell by whom they are told, and are of no interest here. */
  #tell(owner: XmlElement): Told {
    const known = this.#known.get(owner);
    if (known !== undefined) return known;
    const runs = new Map<string, number>();
    for (const one of elementsAt(owner, "runTimes").flatMap(({ children }) => children)) {
      const link_id = refOf(one, "TimingLinkRef") ?? refOf(one, "ServiceLinkRef") ?? "";
      const link = this.#objects.find("TimingLink", link_id);
      const ends = ["FromPointRef", "ToPointRef"].map((name) => refOf(link, name));
      const run_ms = readDuration(one, "RunTime");
      if (link_id !== "") runs.set(link_id, run_ms);
      if (ends.every((end) => end !== null)) runs.set(ends.join(" "), run_ms);
    }
    const waits = new Map<string, number>();
    for (const one of elementsAt(owner, "waitTimes").flatMap(({ children }) => children)) {
      const point = pointOf(one);
      if (point !== null) waits.set(point, readDuration(one, "WaitTime"));
    }
    const told = { runs, waits };
    this.#known.set(owner, told);
    return told;
  }
}

function pointOf(element: XmlElement): string | null {
  return refOf(element, "ScheduledStopPointRef") ?? refOf(element, "TimingPointRef");
}

function find(told: readonly Told[], read: (one: Told) => number | undefined): number | null {
  return told.map(read).find((ms) => ms !== undefined) ?? null;
}

function readDuration(element: XmlElement, name: string): number {
  const text = childText(element, name);
  const parsed = parseDuration(text);
  if (parsed.ok) return parsed.value;
  throw faultAt(element, `${name} is no duration: '${text.slice(0, 40)}'`);
}
