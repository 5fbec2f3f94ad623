/** The kinds of trains that a timetable holds, in the order of answers. */
import { PACED_TRAIN } from "../paced_train/paced_train.kind.ts";
import { TRAIN_SCHEDULE } from "../train_schedule/train_schedule.kind.ts";
import type { TrainKind } from "./train_kind.ts";

export const TRAIN_KINDS: readonly TrainKind[] = [TRAIN_SCHEDULE, PACED_TRAIN];
