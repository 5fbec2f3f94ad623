/**
 * Between what moments a run can end that arrives at its steps when it may: within their planned times, and
 * while others leave them free. It proves early that a train comes too late for a step, and how late it must
 * leave: one that has to wait for a station must not have been under way for too long when that opens.
 * That a run must end after e holds for every run: it stands at some place of the step when that is free,
 * and from there on it needs at least the least time to go. So it leaves after e less the longest run time.
 */
import type { Infra } from "../../infra/infra.ts";
import type { StdcmQuery, StdcmStep } from "../steps.ts";
import type { BlockPlace } from "./step_places.ts";
import type { BlockTimes, TimeToGo } from "./time_to_go.ts";

/** Times of the search are more favourable than runs by this. */
const FAVOUR_S = 1;

export class PlannedEnds {
  /** [nSteps] earliest end of a run that has reached so many steps behind the first, s. */
  readonly earliest_s: Float64Array;
  /** [nSteps] the same by planned times alone. */
  readonly planned_s: Float64Array;
  /** [nSteps] a run whose least time to go leads beyond this comes too late at a step. */
  readonly latest_s: Float64Array;

  constructor(infra: Infra, query: StdcmQuery, toGo: TimeToGo, times: BlockTimes) {
    const { steps } = query;
    this.earliest_s = new Float64Array(steps.length).fill(-Infinity);
    this.planned_s = new Float64Array(steps.length).fill(-Infinity);
    this.latest_s = new Float64Array(steps.length).fill(Infinity);
    for (let reached = steps.length - 2; reached >= 0; reached--) {
      const step = steps[reached + 1]!;
      const { planned } = step;
      const first_s = planned === null ? -Infinity : planned.arrival_s - planned.before_s;
      let earliest_s = Infinity;
      let planned_s = Infinity;
      let latest_s = -Infinity;
      step.places.blocks.forEach((block, i) => {
        const offset_mm = step.places.offsets_mm[i]!;
        const span = findArrivals(infra, query, step, { block, offset_mm });
        // From the place to the end, the step's own stop included.
        const rest_s = toGo.from_s(block, reached) - times.upTo_s(block, offset_mm);
        if (span === null || rest_s === Infinity) return;
        earliest_s = Math.min(earliest_s, span.from_s + rest_s);
        planned_s = Math.min(planned_s, first_s + rest_s);
        latest_s = Math.max(latest_s, span.to_s + rest_s);
      });
      this.earliest_s[reached] = Math.max(this.earliest_s[reached + 1]!, earliest_s);
      this.planned_s[reached] = Math.max(this.planned_s[reached + 1]!, planned_s);
      this.latest_s[reached] = Math.min(this.latest_s[reached + 1]!, latest_s);
    }
  }
}

/** First and last moment at which a train may arrive at a place of a step; null when there is none. */
function findArrivals(
  infra: Infra,
  { occupancies, maxDepartureDelay_s, maxRunTime_s }: StdcmQuery,
  { planned, stop_s }: StdcmStep,
  place: BlockPlace,
): { from_s: number; to_s: number } | null {
  const first_s = planned === null ? 0 : planned.arrival_s - planned.before_s;
  const last_s =
    planned === null ? maxDepartureDelay_s + maxRunTime_s : planned.arrival_s + planned.after_s;
  const zone = findZone(infra, place);
  const first = occupancies.firstOf(zone);
  const last = occupancies.endOf(zone);
  const { begins_s, ends_s } = occupancies;
  let from_s = Infinity;
  let to_s = -Infinity;
  // A gap before each occupancy and one behind the last; the train stands in one of them.
  for (let i = first; i <= last; i++) {
    const opens_s = i === first ? -Infinity : ends_s[i - 1]! - FAVOUR_S;
    const closes_s = i === last ? Infinity : begins_s[i]! + FAVOUR_S;
    const soonest_s = Math.max(first_s, opens_s);
    const latest_s = Math.min(last_s, closes_s - (stop_s ?? 0));
    if (soonest_s > latest_s) continue;
    from_s = Math.min(from_s, soonest_s);
    to_s = Math.max(to_s, latest_s);
  }
  return from_s > to_s ? null : { from_s, to_s };
}

/** The zone of a block in which the head stands at an offset. */
function findZone(infra: Infra, { block, offset_mm }: BlockPlace): number {
  const { blockZonePathStart, blockZonePaths, zonePathLength_mm, zonePathZone } = infra;
  const last = blockZonePathStart[block + 1]! - 1;
  let end_mm = 0;
  let k = blockZonePathStart[block]!;
  for (; k < last; k++) {
    end_mm += zonePathLength_mm[blockZonePaths[k]!]!;
    if (end_mm > offset_mm) break;
  }
  return zonePathZone[blockZonePaths[k]!]!;
}
