/**
 * Summaries of all trains of a timetable as NDJSON (interface.md 10.2): the number of train schedules and
 * paced trains, then a line for each as soon as its group is computed. The lines hold what the summaries
 * by ids answer. The number is that of the start: trains that come or go meanwhile may be among the lines.
 */
import type { Context } from "../../platform/http/endpoint.ts";
import { encodeGroups } from "../../platform/http/text_stream.ts";
import { toVariants, type Variants } from "../../timetable/paced_train/read_paced_trains.ts";
import { openTimetable } from "../../timetable/timetable/open_timetable.ts";
import { departTrain } from "../../timetable/train_schedule/departures.ts";
import { parseTrainSchedule } from "../../timetable/train_schedule/train_schedule.queries.ts";
import { departuresOf, printOne } from "../paced_train/paced_answers.ts";
import { openSimulationScope, type SimulationParameters } from "../simulation/scope.ts";
import { printSummary } from "../simulation/simulation_answer.ts";
import {
  type Computed,
  computeGroups,
  type Expanded,
  type Expansion,
  type Source,
} from "./computed_groups.ts";

/** A train schedule has no variants. */
interface Summarised extends Expanded {
  readonly id: number;
  readonly variants: Variants | null;
}

const EXPANSION: Expansion<Summarised> = {
  train_schedule: ({ id, record }) => ({
    id,
    variants: null,
    departures: [departTrain(parseTrainSchedule(record))],
  }),
  paced_train: (row) => {
    const variants = toVariants(row);
    return { id: row.id, variants, departures: departuresOf(variants) };
  },
};

/** The lines in UTF-8; all rights are asked for, and the network is ready, before the first. */
export async function streamSummaries(
  ctx: Context,
  timetable_id: number,
  parameters: SimulationParameters,
): Promise<AsyncIterable<Uint8Array>> {
  const { stocks, train_count } = await openTimetable(ctx, timetable_id);
  const options = { priority: "batch", area: "TimetableInfraNotFound" } as const;
  const scope = await openSimulationScope(ctx, parameters, options);
  const { db } = ctx.services;
  return encodeGroups(printLines({ db, timetable_id, scope, stocks }, train_count), ctx.signal);
}

async function* printLines(source: Source, count: number): AsyncGenerator<Iterable<string>> {
  yield [`{"count":${count}}\n`];
  for await (const group of computeGroups(source, EXPANSION)) yield printGroup(group);
}

function* printGroup(group: readonly Computed<Summarised>[]): Generator<string> {
  for (const { expanded, results } of group) {
    const { id, variants } = expanded;
    const kind = variants === null ? "train_schedule" : "paced_train";
    const texts = results.map((one) => JSON.stringify(printSummary(one)));
    const text = variants === null ? (texts[0] ?? "") : printOne(variants, texts);
    // `text` is an object with keys: they go behind the train's own
    yield `{"id":${id},"kind":"${kind}",${text.slice(1)}\n`;
  }
}
