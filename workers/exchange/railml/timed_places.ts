/** Places of a train with their times of a clock, in XML of any kind, as calls. */
import type { Location } from "../../../src/railway/waypoint.schemas.ts";
import { UnreadableSource } from "../source_fault.ts";
import type { Call } from "../timetable/timetable_form.ts";
import type { XmlElement } from "../xml_tree.ts";

export interface TimedPlace {
  readonly element: XmlElement;
  readonly location: Location;
  /** Since the midnight of the train's day. */
  readonly arrival_ms: number | null;
  readonly departure_ms: number | null;
  /** Null: it is not told; trains stop at their last place. */
  readonly is_stop: boolean | null;
}

/** `begin_ms`: when the train is at the first one. */
export function callsOfPlaces(places: readonly TimedPlace[], begin_ms: number): Call[] {
  let now_ms = begin_ms;
  return places.map(({ element, location, arrival_ms, departure_ms, is_stop }, i) => {
    for (const time of [arrival_ms, departure_ms]) {
      if (time === null) continue;
      if (time < now_ms) throw faultAt(element, "its time is before the time before it");
      now_ms = time;
    }
    const at = arrival_ms ?? departure_ms;
    const stop_ms = arrival_ms === null || departure_ms === null ? 0 : departure_ms - arrival_ms;
    if (i === 0) return { location, arrival_ms: 0, stop_ms: stop_ms === 0 ? null : stop_ms };
    const stops = stop_ms > 0 || (is_stop ?? i === places.length - 1);
    return {
      location,
      arrival_ms: at === null ? null : at - begin_ms,
      stop_ms: stops ? stop_ms : null,
    };
  });
}

/** Milliseconds since midnight; null: it is no time. */
export function readClock(text: string): number | null {
  const [, hours, minutes, seconds] =
    /^(\d\d):([0-5]\d):([0-5]\d(?:\.\d{1,9})?)(?:Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 24) return null;
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}

export function faultAt({ line }: { readonly line: number }, reason: string): UnreadableSource {
  return new UnreadableSource(reason, { line, column: 1 });
}
