/** Ranges of track sections in paths, works and limits, in whole millimetres. */
import * as v from "valibot";
import { Direction, TrackOffset } from "./quantities.ts";
import { NonBlankText } from "./scalars.ts";
import { about, nameSchemas } from "./wire.ts";

export const TRACK_RANGES_MAX = 100_000;

export const TrackRange = v.pipe(
  v.strictObject({
    track_section: about(NonBlankText, "Id of a track section"),
    begin: TrackOffset,
    end: TrackOffset,
    direction: Direction,
  }),
  v.check((range) => range.begin <= range.end, "begin must not be beyond end"),
);

/** The ranges of a path that a client sends back. */
export const TrackRanges = v.pipe(
  v.array(TrackRange),
  v.minLength(1, "must not be empty"),
  v.maxLength(TRACK_RANGES_MAX, "is too long"),
  v.description("Ranges of a path in travel order, as a search answers them"),
);

export const TRACK_RANGES_EXAMPLE = [
  { track_section: "TA2", begin: 0, end: 1_950_000, direction: "START_TO_STOP" },
  { track_section: "TA5", begin: 0, end: 50_000, direction: "START_TO_STOP" },
];

nameSchemas({ TrackRange, TrackRanges });
