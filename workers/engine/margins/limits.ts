/** Constants of the margin algorithms (engine.md 9), and limits that bound hostile input. */

/** Most evaluations of one search. */
export const MAX_EVALUATIONS = 29;
/** Tolerance for the whole path; each range has a share of it. */
export const PATH_TOLERANCE_S = 2;
/** A search that does not converge accepts its last curve if it is this close. */
export const FALLBACK_TOLERANCE_S = 2;
/** Upper bound of the error of a time computed without drawing: every step may lose a microsecond. */
export const FORESEEN_SLACK_S = 0.01;
/** If the speeds at a step's ends differ by less, its time can't be computed without drawing. */
export const UNSTEADY_CHANGE = 1e-6;
/** Smaller added times count as none. */
export const NO_TIME_S = 0.01;
/** MARECO does not run slower than this. */
export const CAPACITY_SPEED_M_S = 1;
/** Step width when looking for the begin of a slope. */
export const SLOPE_PROBE_M = 10;

/**
 * Integration steps, probes and points of all evaluations of one simulation: about a second of
 * work. A merge of ranges, an evaluation and a re-examined range also cost some steps each.
 */
export const MAX_MARGIN_STEPS = 30_000_000;
export const EVALUATION_STEPS = 32;
/** So many parts of a cut shape cost as much as one step. */
export const CUT_PARTS_PER_STEP = 64;
/** Parts of shapes that are kept for one simulation: 8 MB. */
export const KEPT_PARTS_MAX = 1_000_000;
/**
 * Sections of legs that are merged to keep a target without those before it. Thousands of targets out of reach, each
 * merged with all before it, would fill the memory; later ones are then tried by themselves alone.
 */
export const MERGED_SECTIONS_MAX = 400_000;

/** Stretches without enough traction that are nearer to each other are one. */
export const LACKS_APART_M = 5;
/** A time that is missed by more than this is told: a tenth of a second is kept. */
export const TOLD_S = 0.1;
/** How near a kept time is met. */
export const KEPT_TOLERANCE_S = 0.01;
/** Possible times are known, and speeds at targets found, to within these. */
export const POSSIBLE_TOLERANCE_S = 0.005;
export const REACH_TOLERANCE_M_S = 1e-5;
