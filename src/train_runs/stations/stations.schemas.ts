/** Trains at the stations of an axis: body and lines of the answer (interface.md 10.3). */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Count, NonBlankText, PlainObject, Text } from "../../railway/scalars.ts";
import { UtcDateTime } from "../../railway/time.schemas.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { dated_train } from "../../timetable/calendar/date_query.ts";
import { CHANGES_EXAMPLE, ChangeList } from "../../timetable/changes/change.schemas.ts";

const POINTS_MAX = 500;
const POSITION_MAX_MM = 1e12;
const NAMED_MAX = 10_000;
const NAMES_MAX = 10_000;
/** Each task gets all of them. */
const NAME_CHARACTERS_MAX = 1_000_000;

const AxisPosition = v.pipe(Count, v.maxValue(POSITION_MAX_MM, "is too far"));

const named = v.optional(v.pipe(v.array(bodyId), v.maxLength(NAMED_MAX, "is too long")), []);

const Names = v.pipe(
  v.array(Text),
  v.maxLength(NAMES_MAX, "is too long"),
  v.check(
    (names) => names.reduce((sum, { length }) => sum + length, 0) <= NAME_CHARACTERS_MAX,
    `must have at most ${NAME_CHARACTERS_MAX} characters in all`,
  ),
);

export const StationsBody = v.strictObject({
  operational_points: about(
    v.pipe(
      v.array(
        v.strictObject({
          id: about(NonBlankText, "Id of an operational point"),
          position_mm: v.optional(
            about(
              AxisPosition,
              "Where it is drawn, mm along the axis; given for all points or for none",
            ),
          ),
        }),
      ),
      v.minLength(1, "must have at least one point"),
      v.maxLength(POINTS_MAX, `must have at most ${POINTS_MAX} points`),
    ),
    "The stations of the axis in order; one may be there twice",
  ),
  trains: v.optional(
    about(
      v.pipe(
        PlainObject,
        v.strictObject({
          train_schedules: about(named, "Ids of train schedules"),
          paced_trains: about(named, "Ids of paced trains, with all their occurrences"),
        }),
      ),
      "Only these trains of the timetable; absent: all",
    ),
  ),
  changes: v.optional(
    about(
      ChangeList.entries.changes,
      "Answer as if these changes were stored, as `what_if` does; added trains are answered too",
    ),
  ),
  zones: v.optional(
    about(
      Names,
      "Zones to be placed on the axis, by name: those of conflicts, or that trains hold",
    ),
    [],
  ),
  tracks: v.optional(
    about(
      Names,
      "Track sections to be placed on the axis, by id, without a train on them: those of works and limits",
    ),
    [],
  ),
  from: v.optional(
    about(UtcDateTime, "Leaves out trains whose last pass of the axis is before this"),
  ),
  to: v.optional(about(UtcDateTime, "Leaves out trains whose first pass is after this")),
});

export type StationsBody = v.InferOutput<typeof StationsBody>;

export const STATIONS_EXAMPLE = {
  operational_points: [{ id: "West_station" }, { id: "North_station" }],
  from: "2027-01-11T06:00:00Z",
  to: "2027-01-11T10:00:00Z",
  changes: CHANGES_EXAMPLE.changes.slice(0, 1),
};

const TRAIN_KEYS = {
  kind: about(v.picklist(["train_schedule", "paced_train"]), "Which of both it is"),
  id: about(v.nullable(bodyId), "Null: the changes add it"),
  occurrence: about(
    v.nullable(
      v.strictObject({
        index: v.optional(about(Count, "Which occurrence, from 0; absent for an added train")),
        exception_key: v.optional(about(Text, "Key of the exception that it is")),
      }),
    ),
    "Of a paced train which of its trains; null of a train schedule",
  ),
  change: v.optional(about(Count, "The first of the changes of this record, from 0")),
  ...dated_train,
};

const AxisLine = v.strictObject({
  operational_points: about(
    v.array(
      v.strictObject({
        id: about(Text, "Id of the operational point"),
        name: about(v.nullable(Text), "Its name"),
        position_mm: about(Count, "Where it is on the axis, mm"),
        tracks: about(
          v.array(
            v.strictObject({
              id: about(Text, "Id of a track section"),
              name: about(v.nullable(Text), "Its local name"),
            }),
          ),
          "Tracks with a part of it",
        ),
      }),
    ),
    "The axis, as in the request",
  ),
  tracks: v.optional(
    about(
      v.array(
        v.strictObject({
          id: about(Text, "Id of the track section"),
          begin: about(v.array(Count), "Where stretches of it begin: millimetres along the track"),
          end: about(v.array(Count), "Where they end: millimetres along the track"),
          from: about(v.array(Count), "Where they begin on the axis: millimetres along it"),
          to: about(
            v.array(Count),
            "Where they end on the axis: millimetres along it, which may be before",
          ),
        }),
      ),
      "Those of the tracks asked for that lie between points of the axis, or at one; each once",
    ),
  ),
});

const Step = v.pipe(v.number(), v.integer());

const StationRun = v.strictObject({
  run: about(Count, "Number of the run in this answer"),
  passes: about(
    v.strictObject({
      axis_index: about(v.array(Count), "Which point of the axis, from 0"),
      arrives_after: about(
        v.array(Step),
        "Milliseconds from the departure of the pass before to the arrival; of the first pass from the train's start",
      ),
      stays: about(
        v.array(Count),
        "Milliseconds from the arrival to the departure; 0 where it does not stand",
      ),
      track: about(
        v.array(v.union([Count, Text])),
        "Which of the station's `tracks` in the axis's line, from 0; the id of a track section that has no part of the station",
      ),
      waypoint: about(
        v.array(v.nullable(Count)),
        "Which waypoint of the train's path is here, from 0; null: none",
      ),
      stops: about(v.array(Count), "The passes at which it has a stop, from 0"),
      estimated: about(
        v.array(Count),
        "The passes, from 0, for which the train has neither a part of the station on its path nor a stop: the place, and so the time, is estimated",
      ),
    }),
    "Columns with an entry for each station that it passes, in the order of its run; `stops` and `estimated` name entries",
  ),
  lines: about(
    v.array(
      v.strictObject({
        segments: about(
          v.array(
            v.strictObject({
              time_steps: about(
                v.array(Step),
                "Milliseconds since the train's start: the first point's, then how much later each is than the one before",
              ),
              position_steps: about(
                v.array(Step),
                "Of the same points, millimetres along the axis: the first one's, then how much farther each is than the one before",
              ),
              bypasses: about(
                v.array(Count),
                "Points of the axis between its ends that the train does not pass",
              ),
            }),
          ),
          "In the order of the run; each begins where the one before ends",
        ),
      }),
    ),
    "Each runs one way along the axis; its segments meet",
  ),
  zones: about(
    v.strictObject({
      zone: about(v.array(Text), "Name of the zone"),
      begin: about(v.array(Count), "Where it begins for this run: millimetres along the axis"),
      end: about(v.array(Count), "Where it ends: millimetres along the axis"),
    }),
    "Columns with an entry for each zone asked for that is on its way",
  ),
});

const GroupLine = v.strictObject({
  runs: about(v.array(StationRun), "Each distinct run once, before the first train that has it"),
  trains: about(
    v.array(
      v.strictObject({
        ...TRAIN_KEYS,
        run: about(Count, "Number of its run"),
        start: PrintedDateTime,
      }),
    ),
    "Trains with at least one pass",
  ),
  not_here: about(
    v.array(
      v.strictObject({
        ...TRAIN_KEYS,
        reason: about(
          v.picklist(["elsewhere", "no_run", "not_found"]),
          "It passes no station of the axis, can't run at all, or is not in the timetable",
        ),
      }),
    ),
    "Trains without a pass",
  ),
});

const CountsLine = v.strictObject({
  counts: about(
    v.strictObject({
      trains: about(Count, "All that were asked for"),
      lines: about(Count, "Those with a line"),
      passes_only: about(
        Count,
        "Those with passes and no line: they share one station with the axis",
      ),
      elsewhere: about(Count, "Those that pass no station of the axis"),
      no_run: about(Count, "Those without a path or a run"),
      other_time: about(Count, "Those that pass before `from` or after `to`: not answered"),
    }),
    "How many trains there are of each sort",
  ),
});

/** A line of the answer: first the axis, then groups of trains, last the counts. */
export const StationsLine = v.union([AxisLine, GroupLine, CountsLine]);

nameSchemas({ StationsBody, StationRun, StationsLine });
