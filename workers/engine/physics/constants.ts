/** Numbers of the running-time physics (engine.md 9) and the limits that keep hostile input bounded. */

/** Time step of the integration. */
export const TIME_STEP_S = 2;
/** A step that moves the train less than this does not move it at all. */
export const MIN_STEP_M = 0.01;
/** Speeds below it are standstill; envelopes are continuous when joints differ by less. */
export const SPEED_EPSILON_M_S = 1e-5;
/** Below it a segment is interpolated as constant speed. */
export const ACCELERATION_EPSILON_M_S2 = 1e-5;
/** ... unless the speed changes by more than this share on the way. */
export const STEADY_CHANGE = 1e-3;
/** Two curves that come closer than this at a point meet there. */
export const CROSSING_EPSILON_M_S = 1e-8;
/** A base slice takes the speed of the overlay at their joint when they differ by less. */
export const JOINT_EPSILON_M_S = 1e-6;
/** A stop this close to the path end is at the path end; item times ignore stops this close. */
export const POSITION_EPSILON_M = 0.01;
export const GRAVITY_M_S2 = 9.81;
/** How far the scan moves on when a plateau can neither be held nor left (engine.md 4.9). */
export const CATCHING_UP_ADVANCE_M = 1;

/** Points of all curves of one simulation together: 24 MB of doubles, some 500 hours of 2 s steps. */
export const MAX_ENVELOPE_POINTS = 1_000_000;
/** Scratch arrays longer than this are freed after the simulation that needed them. */
export const KEPT_POINTS_MAX = 65_536;
/** Integration steps of one simulation, those that do not move the train included. */
export const MAX_INTEGRATION_STEPS = 8_000_000;
/** A place at which a plateau's effort is checked counts as this many steps. */
export const PLACE_STEPS = 3;
/** Chord distances of one report (0.2 s) after which long ranges of points are halved unseen. */
export const MAX_SIMPLIFICATION_WORK = 50_000_000;
