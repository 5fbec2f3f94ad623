/** Electrical profile sets (interface.md 5.4): voltage levels along the tracks, by power class. */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { TrackPosition } from "../../railway/quantities.ts";
import { mapOf, NonBlankText, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

const ITEMS_MAX = 100_000;

export const SET_NAME = "Name of the set; others may have the same";

const TrackRange = v.pipe(
  v.strictObject({
    track: about(NonBlankText, "Id of a track section"),
    begin: TrackPosition,
    end: TrackPosition,
  }),
  v.check((range) => range.begin <= range.end, "begin must not be beyond end"),
);

/** The levels of each voltage, highest first. */
export const LevelOrder = v.pipe(
  mapOf(NonBlankText, v.pipe(v.array(NonBlankText), v.maxLength(ITEMS_MAX, "is too long"))),
  v.description("Voltage → its levels, highest first"),
);

/** What clients send and get. */
export const ElectricalProfileSetContent = about(
  v.strictObject({
    levels: v.pipe(
      v.array(
        v.strictObject({
          value: about(NonBlankText, "Level, as `22500V`"),
          power_class: about(Text, "Class of rolling stocks"),
          track_ranges: about(
            v.pipe(v.array(TrackRange), v.maxLength(ITEMS_MAX, "is too long")),
            "Where it is",
          ),
        }),
      ),
      v.maxLength(ITEMS_MAX, "is too long"),
      v.description("Levels along the tracks"),
    ),
    level_order: LevelOrder,
  }),
  "Levels by place and power class, and their order",
);

const Name = about(NonBlankText, SET_NAME);

export const ElectricalProfileSetName = v.object({ id: bodyId, name: Name });

export const ElectricalProfileSet = v.object({
  id: bodyId,
  name: Name,
  data: ElectricalProfileSetContent,
});

nameSchemas({
  LevelOrder,
  ElectricalProfileSetContent,
  ElectricalProfileSetName,
  ElectricalProfileSet,
});
