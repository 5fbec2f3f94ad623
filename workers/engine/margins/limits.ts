/** Numbers of the margin algorithms (engine.md 9) and the limits that keep hostile input bounded. */

/** Most evaluations of one search. */
export const MAX_EVALUATIONS = 29;
/** Tolerance of the whole path; a range has its share of it. */
export const PATH_TOLERANCE_S = 2;
/** A search that does not converge accepts its last curve when it is this close. */
export const FALLBACK_TOLERANCE_S = 2;
/** The error of a time that is computed without drawing is smaller: every step may lose a microsecond. */
export const FORESEEN_SLACK_S = 0.01;
/** When the speeds at the ends of a step differ by less, its time can't be computed without drawing. */
export const UNSTEADY_CHANGE = 1e-6;
/** Added times below it count as none. */
export const NO_TIME_S = 0.01;
/** MARECO does not run slower than this. */
export const CAPACITY_SPEED_M_S = 1;
/** How far a slope's begin is looked for at a time. */
export const SLOPE_PROBE_M = 10;

/**
 * Integration steps, probes and points of all evaluations of one simulation: about a second of work.
 * A merge of ranges, an evaluation and a range that is looked at again cost some of them by themselves.
 */
export const MAX_MARGIN_STEPS = 30_000_000;
export const EVALUATION_STEPS = 32;
/** Parts of a shape that is cut cost as much as one step. */
export const CUT_PARTS_PER_STEP = 64;
/** Parts of shapes that are kept for one simulation: 8 MB. */
export const KEPT_PARTS_MAX = 1_000_000;
