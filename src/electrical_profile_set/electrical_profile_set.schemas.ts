/** Electrical profile sets (interface.md 5.4): voltage levels along the tracks, by power class. */
import * as v from "valibot";
import { bodyId } from "../http/fields.ts";
import { FiniteNumber, NonBlankText, PlainObject, Text } from "../http/scalars.ts";

const ITEMS_MAX = 100_000;
const POSITION_MAX_M = 1e9;

const Position = v.pipe(
  FiniteNumber,
  v.minValue(0, "must not be negative"),
  v.maxValue(POSITION_MAX_M, `must be at most ${POSITION_MAX_M}`),
);

const TrackRange = v.pipe(
  v.object({ track: NonBlankText, begin: Position, end: Position }),
  v.check((range) => range.begin <= range.end, "begin must not be beyond end"),
);

/** The levels of each voltage, highest first. */
export const LevelOrder = v.pipe(
  PlainObject,
  v.record(NonBlankText, v.pipe(v.array(NonBlankText), v.maxLength(ITEMS_MAX, "is too long"))),
);

/** What clients send and get. */
export const ElectricalProfileSetContent = v.object({
  levels: v.pipe(
    v.array(
      v.object({
        value: NonBlankText,
        power_class: Text,
        track_ranges: v.pipe(v.array(TrackRange), v.maxLength(ITEMS_MAX, "is too long")),
      }),
    ),
    v.maxLength(ITEMS_MAX, "is too long"),
  ),
  level_order: LevelOrder,
});

export const ElectricalProfileSetName = v.object({ id: bodyId, name: NonBlankText });

export const ElectricalProfileSet = v.object({
  id: bodyId,
  name: NonBlankText,
  data: ElectricalProfileSetContent,
});
