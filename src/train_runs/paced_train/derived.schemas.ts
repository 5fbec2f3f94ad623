/** Derived data of paced trains: queries and answers (interface.md 9.3, 10.2 and 10.3). */
import * as v from "valibot";
import { queryText } from "../../platform/http/fields.ts";
import { Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { SpaceTimeCurve } from "../projection/projection.schemas.ts";
import { InfraQuery, SimulationQuery, Summaries } from "../simulation/simulation.schemas.ts";

const entries = {
  exception_key: v.optional(about(queryText, "An exception by its key; without it the base train")),
};

export const PacedPathQuery = v.object({ ...InfraQuery.entries, ...entries });
export const PacedSimulationQuery = v.object({ ...SimulationQuery.entries, ...entries });

/** By id; exceptions by key, those in effect for which the answer is not the base train's. */
function variantsOf(answer: v.GenericSchema): v.GenericSchema {
  return v.record(
    Text,
    v.object({
      paced_train: about(answer, "The base train's"),
      exceptions: about(v.record(Text, answer), "By key, of exceptions that differ from it"),
    }),
  );
}

export const PacedSummaries = variantsOf(Summaries.value);
export const PacedProjections = variantsOf(v.array(SpaceTimeCurve));

nameSchemas({ PacedSummaries, PacedProjections });
