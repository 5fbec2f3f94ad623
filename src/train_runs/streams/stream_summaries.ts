/**
 * Summaries of all trains of a timetable as NDJSON (interface.md 10.2): first the number of train schedules and
 * paced trains, then a line for each as soon as its group is computed. A line has the same content as the summaries
 * by id. The number is that at the start: trains added or deleted meanwhile may change the count of lines.
 */
import type { Context } from "../../platform/http/endpoint.ts";
import { encodeGroups } from "../../platform/http/sending/text_stream.ts";
import { printBefore } from "../../platform/raw_json.ts";
import type { InTurns } from "../../platform/turns.ts";
import type { TrainKind, TrainRecord, Variants } from "../../timetable/train/train_kind.ts";
import {
  type Computed,
  computeGroups,
  type Expanded,
  openSource,
  type Source,
} from "../simulation/computed_groups.ts";
import { DERIVED } from "../simulation/derived_kinds.ts";
import type { SimulationParameters } from "../simulation/setup.ts";
import { printSummary } from "../simulation/simulation_answer.ts";
import { departuresOf } from "../simulation/train_answers.ts";

interface Summarised extends Expanded {
  readonly kind: TrainKind;
  readonly variants: Variants;
}

function* expand(kind: TrainKind, stored: TrainRecord): InTurns<Summarised> {
  const variants = yield* kind.toVariants(stored);
  return { kind, variants, departures: departuresOf(variants) };
}

/** The lines in UTF-8; before the first, all rights are checked and the network is compiled. */
export async function streamSummaries(
  ctx: Context,
  timetable_id: number,
  parameters: SimulationParameters,
): Promise<AsyncIterable<Uint8Array>> {
  const { source, train_count } = await openSource(ctx, timetable_id, parameters);
  return encodeGroups(printLines(source, train_count), ctx.signal);
}

async function* printLines(source: Source, count: number): AsyncGenerator<Iterable<string>> {
  yield [`${JSON.stringify({ count })}\n`];
  for await (const group of computeGroups(source, expand)) yield printGroup(group);
}

function* printGroup(group: readonly Computed<Summarised>[]): Generator<string> {
  for (const { expanded, results } of group) {
    const { kind, variants } = expanded;
    const texts = results.map((one) => JSON.stringify(printSummary(one)));
    const text = DERIVED[kind.name].printTrain(variants, texts);
    yield `${printBefore({ id: variants.id, kind: kind.name }, text)}\n`;
  }
}
