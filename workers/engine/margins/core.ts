/** What LINEAR and MARECO have in common: a section's slowed curve as a function of one speed parameter. */
import type { Envelope } from "../envelope/envelope.ts";
import type { Section } from "./section.ts";

export const DRAWN = 0;
/** The section can't be run so slowly; counts as an infinite running time. */
export const TOO_MUCH_TIME = 1;
/** The train stands where it should not, at `stalledAt_m`. */
export const STALLED = 2;
/** The simulation has used up its points or steps. */
export const OUT_OF_WORK = 3;
export type DrawOutcome = typeof DRAWN | typeof TOO_MUCH_TIME | typeof STALLED | typeof OUT_OF_WORK;
/** The curve takes longer than wanted and was not completed; `leastTime_s` is a lower bound of its time. */
export const LONGER = 4;

export interface Core {
  /** The curve of the last `draw`, regardless of the neighbours' speeds. */
  readonly envelope: Envelope;
  readonly stalledAt_m: number;
  readonly leastTime_s: number;
  /** The lowest speed that the algorithm uses; 0: none. */
  readonly capacity_m_s: number;
  /** Bounds of the parameter. */
  readonly low_m_s: number;
  highSpeed_m_s(section: Section): number;
  /** Draws what all evaluations of the section share; the result must outlast them. */
  prepare(section: Section): void;
  /** Time of the curve to within `FORESEEN_SLACK_S`; NaN if the curve must be drawn to know it. */
  foresee_s(section: Section, parameter_m_s: number): number;
  draw(section: Section, parameter_m_s: number, enough_s: number): DrawOutcome | typeof LONGER;
}
