/**
 * Results derived from trains, by kind: queries and forms of answers. For a paced train, an answer has the
 * base train and each exception in effect whose result differs; for a train schedule just the train.
 */
import type { GenericSchema } from "valibot";
import type { InfraArea } from "../../network/infra/infra.errors.ts";
import type { Endpoint } from "../../platform/http/endpoint.ts";
import type { ErrorName } from "../../platform/http/errors.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { PACED_TRAIN } from "../../timetable/paced_train/paced_train.kind.ts";
import type { TrainKind, Variants } from "../../timetable/train/train_kind.ts";
import type { Departure } from "../../timetable/train_schedule/departures.ts";
import { TRAIN_SCHEDULE } from "../../timetable/train_schedule/train_schedule.kind.ts";
import type { KnownStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import type { SimulationSetup } from "./setup.ts";
import {
  ExceptionQuery,
  PacedSummaries,
  type PathQuery,
  type SimulationQuery,
  Summaries,
} from "./simulation.schemas.ts";

export interface DerivedKind {
  readonly kind: TrainKind;
  /** Decides on the error for an unknown infrastructure. */
  readonly area: InfraArea;
  /** Further query parameters of a result of one train. */
  readonly variant: Partial<typeof ExceptionQuery.entries>;
  readonly summaries_path: Endpoint["path"];
  readonly summaries: GenericSchema;
  /** Summary text of the endpoint that takes ids in a body. */
  readonly more_summaries: string;
  /** The answer for a train, from the JSON texts of the base train and of each exception. */
  readonly printTrain: (variants: Variants, texts: readonly string[]) => string;
}

/** A result of one train, of either kind. */
export interface DerivedResult {
  /** Last segment of its URL. */
  readonly tail: string;
  readonly summary: Readonly<Record<TrainKind["name"], string>>;
  /** Its inputs besides the train. */
  readonly query: typeof PathQuery | typeof SimulationQuery;
  readonly answer: GenericSchema;
  readonly errors: readonly ErrorName[];
  /** The answer as JSON text. */
  readonly run: (
    setup: SimulationSetup,
    departure: Departure,
    stocks: KnownStocks,
    given: { readonly props?: readonly string[] },
  ) => Promise<string | Uint8Array>;
}

/** By the name of the kind. */
export const DERIVED: Readonly<Record<TrainKind["name"], DerivedKind>> = {
  train_schedule: {
    kind: TRAIN_SCHEDULE,
    area: "TrainScheduleInfraNotFound",
    variant: {},
    summaries_path: "/train_schedule/simulations_summary",
    summaries: Summaries,
    more_summaries: "The same for more trains than a URL holds",
    printTrain: (_variants, [text = ""]) => text,
  },
  paced_train: {
    kind: PACED_TRAIN,
    area: "PacedTrainInfraNotFound",
    variant: ExceptionQuery.entries,
    summaries_path: "/paced_train/simulations_summary",
    summaries: PacedSummaries,
    more_summaries: "Summaries of more paced trains than a URL holds",
    printTrain: printPacedTrain,
  },
};

function printPacedTrain({ exceptions }: Variants, texts: readonly string[]): string {
  const [base = "", ...others] = texts;
  // Printed by hand: in an object, keys that are numbers would come first.
  const differing = exceptions.flatMap(({ key }, i) => {
    const text = others[i] ?? base;
    return text === base ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return printObject({ paced_train: raw(base), exceptions: raw(`{${differing.join()}}`) });
}
