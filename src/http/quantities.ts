/**
 * Quantities with their units (interface.md 1.1). The API document tells them from here, so that a
 * field has its unit beside its schema and nowhere else.
 */
import * as v from "valibot";
import { METRES_PER_SECOND, outOfBounds, TRAIN_SPEED_MAX_M_S } from "./bounds.ts";
import { FiniteNumber } from "./scalars.ts";

const SPEED_BOUNDS = { min: 0, max: TRAIN_SPEED_MAX_M_S, unit: METRES_PER_SECOND };

/** A speed that a train has, or is to keep to; faster ones are most likely in another unit. */
export const SpeedUpToMax = v.pipe(
  FiniteNumber,
  v.maxValue(TRAIN_SPEED_MAX_M_S, ({ input }) => outOfBounds(input, SPEED_BOUNDS) ?? ""),
  v.description("Metres per second"),
);

export const TrainSpeed = v.pipe(SpeedUpToMax, v.minValue(0, "must not be negative"));
