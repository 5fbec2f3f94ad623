/**
 * The rule by which the trains of a service are numbered: the first one's number, and how much more each next one
 * has, whether those between run or not. A step of 2 keeps to even or odd numbers, as each direction has its own.
 */
import * as v from "valibot";
import { Count, Text } from "./scalars.ts";
import type { ObjectMaker } from "./waypoint.schemas.ts";
import { about } from "./wire.ts";

const NUMBER_MAX = 999_999_999;
export const SUFFIX_LENGTH_MAX = 32;

const TrainNumber = v.pipe(Count, v.maxValue(NUMBER_MAX, `must be at most ${NUMBER_MAX}`));

export interface Numbering {
  readonly first: number;
  readonly step: number;
  readonly suffix: string;
}

export function makeNumbering(object: ObjectMaker): v.GenericSchema<unknown, Numbering> {
  return object({
    first: about(TrainNumber, "Number of its first train"),
    step: about(
      v.pipe(TrainNumber, v.minValue(1, "must be at least 1")),
      "How much more each next train has",
    ),
    suffix: v.optional(
      about(
        v.pipe(
          Text,
          v.maxLength(SUFFIX_LENGTH_MAX, `must have at most ${SUFFIX_LENGTH_MAX} characters`),
        ),
        "What stands behind each number",
      ),
      "",
    ),
  });
}

/** Of the occurrence of an index: `4003`. */
export function numberTrain({ first, step, suffix }: Numbering, index: number): string {
  return `${first + step * index}${suffix}`;
}
