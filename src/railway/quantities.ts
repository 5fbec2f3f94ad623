/**
 * Quantities with their units (interface.md 1.1). The API document takes the units from here, so
 * that each is written once, beside the schema.
 */
import * as v from "valibot";
import { METRES_PER_SECOND, outOfBounds, TRAIN_SPEED_MAX_M_S } from "./bounds.ts";
import { Count, FiniteNumber, Text } from "./scalars.ts";
import { about } from "./wire.ts";

const POSITION_MAX_M = 1e9;
const SPEED_BOUNDS = { min: 0, max: TRAIN_SPEED_MAX_M_S, unit: METRES_PER_SECOND };

export const Millimetres = about(Count, "Millimetres");
export const PathPosition = about(Count, "Millimetres from the path's start");
export const TrackOffset = about(Count, "Millimetres from the track section's start");
export const Milliseconds = about(Count, "Milliseconds");
export const RunTime = about(Count, "Milliseconds since the train's start");
export const Joules = about(v.number(), "Joules");
export const Speed = about(v.number(), "Metres per second");

/** A position on a track as in RailJSON. */
export const TrackMetres = v.pipe(
  FiniteNumber,
  v.minValue(0, "must not be negative"),
  v.description("Metres from the track section's start"),
);
export const TrackPosition = v.pipe(
  TrackMetres,
  v.maxValue(POSITION_MAX_M, `must be at most ${POSITION_MAX_M} m`),
);

/** A speed of a train or a limit; a faster one is most likely in another unit. */
export const SpeedUpToMax = v.pipe(
  FiniteNumber,
  v.maxValue(TRAIN_SPEED_MAX_M_S, ({ input }) => outOfBounds(input, SPEED_BOUNDS) ?? ""),
  v.description("Metres per second"),
);

export const TrainSpeed = v.pipe(SpeedUpToMax, v.minValue(0, "must not be negative"));

/**
 * A point of GeoJSON: longitude and latitude, degrees (WGS 84). Not a tuple: tools that read the
 * API document mistake `prefixItems` for the keyword of older drafts.
 */
export const MapPoint = v.pipe(v.array(FiniteNumber), v.length(2));

/** Tracks as GeoJSON. */
export const MapLines = v.strictObject({
  type: about(v.literal("MultiLineString"), "Type of GeoJSON"),
  coordinates: about(v.array(v.array(MapPoint)), "A line for each track, in degrees (WGS 84)"),
});

/** In the server's printed form. */
export const PrintedDateTime = about(Text, "Date and time in UTC, RFC 3339");

export const Direction = about(
  v.picklist(["START_TO_STOP", "STOP_TO_START"]),
  "The way along the track section: from its start to its end, or back",
);
