/**
 * What is asked of the search: trains that run as simulated between the places where they may wait, and pairs
 * of their requirements that must not overlap. A stretch is the run from one such place to the next; all of it
 * is later by one delay. Times and delays are whole seconds.
 */

/** The stretch of everything that can't move: other trains, and works. Its delay is always 0. */
export const FIXED = 0;

/** A meeting that is in no conflict now. */
export const NO_KNOT = 0xffff_ffff;

/** Minutes for each wait that a train has more: of equal answers the one that changes least wins. */
export const CHANGE_COST = 0.01;
/** Minutes for each second that a train leaves earlier: passengers miss it. */
export const LEAD_COST = 1 / 60;

export interface Plan {
  /** [nTrains + 1] first stretch of each train; train 0 is FIXED. */
  readonly trainStart: Uint32Array;
  /** [nStretches] how much longer the train may wait where the stretch begins; at its start: leave later. */
  readonly waits: Float64Array;
  /** [nTrains] how much earlier it may leave. */
  readonly leads: Float64Array;
  /** [nStretches] what each second of delay costs, in minutes. */
  readonly slopes: Float64Array;
  /**
   * [nMeetings] two requirements of one zone: the stretches in which the first and the second begin and end. The
   * first goes before when `delay(secondBegins) >= delay(firstEnds) + gaps`, behind when
   * `delay(firstBegins) >= delay(secondEnds) + backs`; one of them must be.
   */
  readonly firstBegins: Uint32Array;
  readonly firstEnds: Uint32Array;
  readonly secondBegins: Uint32Array;
  readonly secondEnds: Uint32Array;
  readonly gaps: Float64Array;
  readonly backs: Float64Array;
  /** [nMeetings] what they are in conflict about as they are, or NO_KNOT. */
  readonly knots: Uint32Array;
  /** [nKnots] conflicts that are solved together or left together: how many of them are asked about. */
  readonly weights: Float64Array;
}

export interface Solution {
  /** [nStretches] */
  readonly delays: Float64Array;
  /** [nKnots] 1: it stays as it is. */
  readonly left: Uint32Array;
}
