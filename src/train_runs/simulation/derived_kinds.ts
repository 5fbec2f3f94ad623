/**
 * Results derived from trains, by kind: queries and forms of answers. For a paced train they have the base
 * train and each exception in effect whose result differs; for a train schedule the one train.
 */
import type { GenericSchema } from "valibot";
import type { InfraArea } from "../../network/infra/infra.errors.ts";
import type { Endpoint } from "../../platform/http/endpoint.ts";
import { PACED_TRAIN } from "../../timetable/paced_train/paced_train.kind.ts";
import type { TrainKind, Variants } from "../../timetable/train/train_kind.ts";
import { TRAIN_SCHEDULE } from "../../timetable/train_schedule/train_schedule.kind.ts";
import {
  InfraQuery,
  PacedPathQuery,
  PacedSimulationQuery,
  PacedSummaries,
  SimulationQuery,
  Summaries,
} from "./simulation.schemas.ts";

interface VariantQuery {
  readonly exception_key?: string | undefined;
}

export interface DerivedKind {
  readonly kind: TrainKind;
  /** Whose error is used for an unknown infrastructure. */
  readonly area: InfraArea;
  readonly path_query: GenericSchema<unknown, VariantQuery & { readonly infra_id: number }>;
  readonly simulation_query: GenericSchema<
    unknown,
    VariantQuery & {
      readonly infra_id: number;
      readonly electrical_profile_set_id?: number | undefined;
      readonly temporary_speed_limit_group_id?: number | undefined;
    }
  >;
  readonly summaries_path: Endpoint["path"];
  readonly summaries: GenericSchema;
  /** What the endpoints do. */
  readonly texts: {
    readonly path: string;
    readonly simulation: string;
    readonly more_summaries: string;
  };
  /** The answer for a train: from one JSON text each of the base train and its exceptions. */
  readonly printTrain: (variants: Variants, texts: readonly string[]) => string;
}

/** By the name of the kind. */
export const DERIVED: Readonly<Record<TrainKind["name"], DerivedKind>> = {
  train_schedule: {
    kind: TRAIN_SCHEDULE,
    area: "TrainScheduleInfraNotFound",
    path_query: InfraQuery,
    simulation_query: SimulationQuery,
    summaries_path: "/train_schedule/simulations_summary",
    summaries: Summaries,
    texts: {
      path: "The path of a train schedule on an infrastructure",
      simulation: "The simulated run of a train schedule on an infrastructure",
      more_summaries: "The same for more trains than a URL holds",
    },
    printTrain: (_variants, [text = ""]) => text,
  },
  paced_train: {
    kind: PACED_TRAIN,
    area: "PacedTrainInfraNotFound",
    path_query: PacedPathQuery,
    simulation_query: PacedSimulationQuery,
    summaries_path: "/paced_train/simulations_summary",
    summaries: PacedSummaries,
    texts: {
      path: "The path of a paced train, or of one of its exceptions, on an infrastructure",
      simulation: "The simulated run of a paced train, or of one of its exceptions",
      more_summaries: "Summaries of more paced trains than a URL holds",
    },
    printTrain: printPacedTrain,
  },
};

function printPacedTrain({ exceptions }: Variants, texts: readonly string[]): string {
  const [base = "", ...others] = texts;
  const differing = exceptions.flatMap(({ key }, i) => {
    const text = others[i] ?? base;
    return text === base ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{"paced_train":${base},"exceptions":{${differing.join(",")}}}`;
}
