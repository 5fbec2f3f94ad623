/** Numbers of the margin algorithms (engine.md 9) and the limits that keep hostile input bounded. */

/** Evaluations of one search. */
export const MAX_EVALUATIONS = 29;
/** Tolerance of the whole path; a range has its share of it. */
export const PATH_TOLERANCE_S = 2;
/** A search that does not converge accepts its last curve when it is this close. */
export const FALLBACK_TOLERANCE_S = 2;
/** Added times below it are none. */
export const NO_TIME_S = 0.01;
/** MARECO does not run slower than this. */
export const CAPACITY_SPEED_M_S = 1;
/** How far a slope's begin is looked for at a time. */
export const SLOPE_PROBE_M = 10;

/** Integration steps, probes and points of all evaluations of one simulation: about two seconds of work. */
export const MAX_MARGIN_STEPS = 30_000_000;
