/**
 * Between what moments a run can end that arrives at its planned steps when it may: what proves early
 * that a train comes too late for one, and how long it has to wait for one anyhow.
 */
import type { StdcmStep } from "./steps.ts";
import type { BlockTimes, TimeToGo } from "./time_to_go.ts";

export class PlannedEnds {
  /** [nSteps] earliest end of a run that has reached so many steps behind the first, s. */
  readonly earliest_s: Float64Array;
  /** [nSteps] a run whose least time to go leads beyond this comes too late at a planned step. */
  readonly latest_s: Float64Array;

  constructor(steps: readonly StdcmStep[], toGo: TimeToGo, times: BlockTimes) {
    this.earliest_s = new Float64Array(steps.length).fill(-Infinity);
    this.latest_s = new Float64Array(steps.length).fill(Infinity);
    for (let reached = steps.length - 2; reached >= 0; reached--) {
      this.earliest_s[reached] = this.earliest_s[reached + 1]!;
      this.latest_s[reached] = this.latest_s[reached + 1]!;
      const { places, planned } = steps[reached + 1]!;
      if (planned === null) continue;
      // From the step's places to the end, its own stop included.
      let least_s = Infinity;
      let most_s = -Infinity;
      for (let i = 0; i < places.blocks.length; i++) {
        const block = places.blocks[i]!;
        const whole_s = toGo.from_s(block, reached);
        if (whole_s === Infinity) continue;
        const rest_s = whole_s - times.upTo_s(block, places.offsets_mm[i]!);
        least_s = Math.min(least_s, rest_s);
        most_s = Math.max(most_s, rest_s);
      }
      const { arrival_s, before_s, after_s } = planned;
      const earliest_s = arrival_s - before_s + least_s;
      this.earliest_s[reached] = Math.max(this.earliest_s[reached]!, earliest_s);
      this.latest_s[reached] = Math.min(this.latest_s[reached]!, arrival_s + after_s + most_s);
    }
  }
}
