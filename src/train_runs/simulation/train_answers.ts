/**
 * The handlers of derived results for trains of either kind. All work in the same order: read the trains, check the
 * rights on what they belong to, make sure that infrastructure and profile set exist, then compute what is not cached.
 */
import type { Context, JsonText, Resources } from "../../platform/http/endpoint.ts";
import { readVariant, readVariants } from "../../timetable/train/read_trains.ts";
import type { Variants } from "../../timetable/train/train_kind.ts";
import type { Departure } from "../../timetable/train_schedule/departures.ts";
import { computeStored } from "./compute_together.ts";
import type { ComputedTrain } from "./compute_trains.ts";
import type { DerivedKind, DerivedResult } from "./derived_kinds.ts";
import {
  type DatedParameters,
  type GivenParameters,
  openSimulationSetup,
  readSimulationParameters,
  type SimulationSetup,
} from "./setup.ts";
import { tellUnplaced } from "./tell_unplaced.ts";

/** Parameters of one train's result, besides the train. */
export interface VariantQuery extends GivenParameters {
  readonly exception_key?: string | undefined;
  readonly date?: string | undefined;
  /** Properties along a path. */
  readonly props?: readonly string[];
}

/** A result of one train, or of one of its exceptions. */
export async function answerOne(
  ctx: Context,
  { kind, area }: DerivedKind,
  { run }: Pick<DerivedResult, "run">,
  { id, exception_key, date, ...given }: VariantQuery & { readonly id: number },
): Promise<JsonText> {
  const { departure, stocks } = await readVariant(ctx, kind, { id, exception_key, date });
  const parameters = readSimulationParameters(given);
  const setup = await openSimulationSetup(ctx, parameters, { priority: "interactive", area });
  await tellUnplaced(ctx, setup);
  return { json: await run(setup, departure, stocks, given) };
}

/** The request of a result of many trains. */
interface Wanted {
  /** Each id once. */
  readonly ids: readonly number[];
  readonly parameters: DatedParameters;
  /** Further resources that the caller needs rights on. */
  readonly resources: Resources;
}

/** A result of the given trains by id. `print` gives one JSON text per computed train; null: none. */
export async function answerMany(
  ctx: Context,
  derived: DerivedKind,
  { ids, parameters: { date, ...parameters }, resources }: Wanted,
  print: (
    setup: SimulationSetup,
    computed: readonly ComputedTrain[],
    departures: readonly Departure[],
  ) => Promise<readonly (string | null)[]>,
): Promise<JsonText> {
  const { kind, area } = derived;
  const { variants, stocks } = await readVariants(ctx, kind, { ids, resources, date });
  const setup = await openSimulationSetup(ctx, parameters, { priority: "batch", area });
  await tellUnplaced(ctx, setup);
  const departures = variants.flatMap((train) => {
    const record = { kind: kind.name, id: train.id };
    return departuresOf(train).map((departure) => ({ ...departure, record }));
  });
  const computed = await computeStored(setup, departures, stocks);
  return printTrains(derived, variants, await print(setup, computed, departures));
}

/** The departures of the base train and then of its exceptions. */
export function departuresOf({ base, exceptions }: Variants): Departure[] {
  return [base, ...exceptions];
}

/**
 * An answer by id, from one JSON text per departure in the order of `departuresOf` for each train; null: no
 * text. A train without any text is left out; otherwise a missing text is printed as an empty list.
 */
function printTrains(
  { printTrain }: DerivedKind,
  trains: readonly Variants[],
  texts: readonly (string | null)[],
): JsonText {
  let next = 0;
  const entries = trains.flatMap((train) => {
    const own = texts.slice(next, next + 1 + train.exceptions.length);
    next += own.length;
    if (own.every((text) => text === null)) return [];
    const printed = printTrain(
      train,
      own.map((text) => text ?? "[]"),
    );
    return [`"${train.id}":${printed}`];
  });
  return { json: `{${entries.join(",")}}` };
}
