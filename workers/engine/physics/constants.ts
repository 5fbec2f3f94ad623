/** Constants of the running-time physics (engine.md 9), and limits that bound hostile input. */

/** Time step of the integration. */
export const TIME_STEP_S = 2;
/** A step shorter than this does not move the train at all. */
export const MIN_STEP_M = 0.01;
/** Lower speeds are standstill; envelopes are continuous if joints differ by less. */
export const SPEED_EPSILON_M_S = 1e-5;
/** Below this a segment is interpolated as constant speed ... */
export const ACCELERATION_EPSILON_M_S2 = 1e-5;
/** ... unless the speed changes by more than this share on the way. */
export const STEADY_CHANGE = 1e-3;
/** Two curves that come closer than this meet there. */
export const CROSSING_EPSILON_M_S = 1e-8;
/** A base slice takes the overlay's speed at their joint if they differ by less. */
export const JOINT_EPSILON_M_S = 1e-6;
/** A stop this close to the path's end is at its end; item times ignore stops this close. */
export const POSITION_EPSILON_M = 0.01;
/** Places that are no further apart can't be told apart by where a train is: the same in millimetres. */
export const SAME_PLACE_MM = 10;
export const GRAVITY_M_S2 = 9.81;
/** How far the scan advances if a plateau can neither be held nor left (engine.md 4.9). */
export const CATCHING_UP_ADVANCE_M = 1;

/** Points of all curves of one simulation together: 24 MB of doubles, some 500 hours of 2 s steps. */
export const MAX_ENVELOPE_POINTS = 1_000_000;
/** Scratch arrays longer than this are freed after the simulation that needed them. */
export const KEPT_POINTS_MAX = 65_536;
/** Integration steps of one simulation, including those that do not move the train. */
export const MAX_INTEGRATION_STEPS = 8_000_000;
/** Checking a plateau's effort at one position counts as this many steps. */
export const PLACE_STEPS = 3;
/** Chord distances of one report (0.2 s) after which long ranges are halved without looking at their points. */
export const MAX_SIMPLIFICATION_WORK = 50_000_000;
