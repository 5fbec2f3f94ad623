/** Changes of a timetable's trains: their forms in lists of changes (interface.md 9.4). */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { parseETag } from "../../platform/http/preconditions.ts";
import { parseDuration } from "../../railway/iso8601.ts";
import { Count, isObject, NonBlankText, Text } from "../../railway/scalars.ts";
import { about, nameSchemas, onWire } from "../../railway/wire.ts";
import type { PacedTrain } from "../paced_train/effective_trains.ts";
import {
  PacedTrainCreation,
  PacedTrainReplacement,
  PacedTrainResult,
} from "../paced_train/paced_train.schemas.ts";
import type { ReplacedForm } from "../train/train_kind.ts";
import type { TrainSchedule } from "../train_schedule/train_schedule.schemas.ts";
import {
  TRAIN_EXAMPLE,
  TrainScheduleCreation,
  TrainScheduleReplacement,
  TrainScheduleResult,
} from "../train_schedule/train_schedule.schemas.ts";

const SHIFT_LENGTH_MAX = 64;

/** Milliseconds; negative: earlier. */
const Shift = v.pipe(
  v.string(),
  v.maxLength(SHIFT_LENGTH_MAX, `must have at most ${SHIFT_LENGTH_MAX} characters`),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const is_earlier = dataset.value.startsWith("-");
    const parsed = parseDuration(is_earlier ? dataset.value.slice(1) : dataset.value);
    if (parsed.ok) return is_earlier ? -parsed.value : parsed.value;
    addIssue({ message: parsed.error });
    return NEVER;
  }),
  onWire({
    type: "string",
    maxLength: SHIFT_LENGTH_MAX,
    pattern: "^-?P",
    description: "ISO 8601 duration; `-PT4M` is four minutes earlier",
  }),
);

const id = about(bodyId, "Of a train in the timetable");
const kind_text = "Kind of train";
const Kind = about(v.picklist(["train_schedule", "paced_train"]), kind_text);
const ScheduleKind = about(v.literal("train_schedule"), kind_text);
const PacedKind = about(v.literal("paced_train"), kind_text);

const which_entries = {
  occurrence_key: v.optional(about(Count, "Which occurrence of a paced train, from 0")),
  exception_key: v.optional(about(NonBlankText, "Which exception of a paced train, by its key")),
};

const VERSION_LENGTH_MAX = 64;

/** A revision. */
const Version = v.pipe(
  v.string(),
  v.maxLength(VERSION_LENGTH_MAX, `must have at most ${VERSION_LENGTH_MAX} characters`),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const revision = parseETag(dataset.value);
    if (revision !== null) return revision;
    addIssue({ message: 'must be the ETag of a train, such as "3" with its quotes' });
    return NEVER;
  }),
  onWire({ type: "string", maxLength: VERSION_LENGTH_MAX, pattern: '^"', examples: ['"3"'] }),
);

const version = v.optional(
  about(Version, "ETag of the train that is to be changed; looked at where changes are stored"),
);

interface Which {
  readonly kind: "train_schedule" | "paced_train";
  readonly occurrence_key?: number | undefined;
  readonly exception_key?: string | undefined;
}

const ONE_OF_PACED = "is one train of a paced train: by occurrence_key or exception_key, not both";

function namesOneTrain({ kind, occurrence_key, exception_key }: Which): boolean {
  if (occurrence_key === undefined && exception_key === undefined) return true;
  return kind === "paced_train" && (occurrence_key === undefined || exception_key === undefined);
}

const ShiftedTrain = v.pipe(
  v.strictObject({
    kind: Kind,
    id,
    version,
    ...which_entries,
    shift: about(Shift, "How much later; a paced train with all its exceptions"),
  }),
  v.check((change) => namesOneTrain(change), ONE_OF_PACED),
);
const RemovedTrain = v.pipe(
  v.strictObject({
    kind: Kind,
    id,
    version,
    ...which_entries,
    removed: about(v.literal(true), "It does not run any more"),
  }),
  v.check((change) => namesOneTrain(change), ONE_OF_PACED),
);
const train_text = "What takes its place";
const ReplacedTrainSchedule = v.strictObject({
  kind: ScheduleKind,
  id,
  version,
  train: about(TrainScheduleReplacement, train_text),
});
const ReplacedPacedTrain = v.strictObject({
  kind: PacedKind,
  id,
  version,
  train: about(PacedTrainReplacement, train_text),
});
const ReplacedOccurrence = v.pipe(
  v.strictObject({
    kind: PacedKind,
    id,
    version,
    ...which_entries,
    train: about(TrainScheduleReplacement, train_text),
  }),
  v.check((change) => namesOneTrain(change), ONE_OF_PACED),
);
const AddedTrainSchedule = v.strictObject({ added: about(TrainScheduleCreation, "A train more") });
const AddedPacedTrain = v.strictObject({ added: about(PacedTrainCreation, "A paced train more") });

/** Finds the form of a change by the keys that it has; with `paced` an added train is a paced one. */
function formOf(input: unknown): v.GenericSchema<unknown, Change> {
  if (!isObject(input)) return ShiftedTrain;
  if ("added" in input) {
    return isObject(input["added"]) && "paced" in input["added"]
      ? AddedPacedTrain
      : AddedTrainSchedule;
  }
  if ("train" in input) {
    if (input["kind"] !== "paced_train") return ReplacedTrainSchedule;
    const is_one = "occurrence_key" in input || "exception_key" in input;
    return is_one ? ReplacedOccurrence : ReplacedPacedTrain;
  }
  return "removed" in input ? RemovedTrain : ShiftedTrain;
}

/** A change of a stored train, or of one train of a paced one. */
export type TrainChange = Which & {
  readonly id: number;
  readonly version?: number | undefined;
} & (
    | { readonly shift: number }
    | { readonly removed: true }
    | {
        readonly train: ReplacedForm<TrainSchedule> | ReplacedForm<PacedTrain>;
      }
  );

export type Change = TrainChange | { readonly added: TrainSchedule | PacedTrain };

const FORMS = {
  ShiftedTrain,
  RemovedTrain,
  ReplacedTrainSchedule,
  ReplacedPacedTrain,
  ReplacedOccurrence,
  AddedTrainSchedule,
  AddedPacedTrain,
};

const AnyChange = v.pipe(
  v.lazy(formOf),
  onWire({
    anyOf: Object.keys(FORMS).map((name) => ({ $ref: `#/components/schemas/${name}` })),
  }),
);

/** The body of a trial, and of storing changes. */
export const ChangeList = v.strictObject({
  changes: about(v.array(AnyChange), "Each train at most once, or each of its occurrences"),
});

export const CHANGES_EXAMPLE = {
  changes: [
    { kind: "train_schedule", id: 12, shift: "PT4M" },
    { kind: "paced_train", id: 14, occurrence_key: 2, removed: true },
    { added: TRAIN_EXAMPLE },
  ],
};

/** The answer of storing changes. */
export const ChangesResult = v.object({
  trains: about(
    v.array(
      v.nullable(
        v.object({
          kind: Kind,
          id: about(bodyId, "Of the train"),
          etag: about(Text, "Of the train as it is now"),
          train: v.optional(
            about(
              v.union([TrainScheduleResult, PacedTrainResult]),
              "As it is now; absent where an earlier change is of the same train",
            ),
          ),
        }),
      ),
    ),
    "For each change its train; null: it is removed",
  ),
  undo: about(
    v.array(AnyChange),
    "Changes that take these back, refused once somebody else has changed one of the trains",
  ),
});

/** The changes that undo a change of the history. */
export const UndoResult = v.object({
  changes: about(v.array(AnyChange), "Refused once somebody else has changed one of the trains"),
});

nameSchemas({ ...FORMS, ChangeList, ChangesResult, UndoResult });
