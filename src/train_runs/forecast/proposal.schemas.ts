/** Proposals for a running day: decisions that lower its delays, and what they cost whom. */
import * as v from "valibot";
import { DAY_MS } from "../../railway/days/operating_days.ts";
import { durationMs } from "../../railway/iso8601.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Count, FiniteNumber, Identifier, PlainObject } from "../../railway/scalars.ts";
import { Duration } from "../../railway/time.schemas.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { ReportedTrain } from "../operation/reported_train.ts";
import { REPORT_EXAMPLE, ReportsTaken, TrainReport } from "./report.schemas.ts";

const WEIGHT_MAX = 1000;
const WEIGHTS_MAX = 10_000;
const DECISIONS_MAX = 100;

export const ProposalRequest = v.pipe(
  PlainObject,
  v.strictObject({
    horizon: v.optional(
      about(
        v.pipe(
          Duration,
          v.check((text) => durationMs(text) <= DAY_MS, "must be at most a day"),
        ),
        "Decisions are about waits and deadlocks that begin within it, counted from `as_of`, the last report or the first train; delays count to the end of the day",
      ),
      "PT2H",
    ),
    weights: v.optional(
      about(
        v.pipe(
          v.array(
            v.strictObject({
              train: about(ReportedTrain, "Which train"),
              weight: about(
                v.pipe(
                  FiniteNumber,
                  v.minValue(0, "must not be negative"),
                  v.maxValue(WEIGHT_MAX, `must be at most ${WEIGHT_MAX}`),
                ),
                "How much its delay counts; that of others 1",
              ),
            }),
          ),
          v.maxLength(WEIGHTS_MAX, `must have at most ${WEIGHTS_MAX} items`),
        ),
        "Trains whose delays count more or less than others'",
      ),
      [],
    ),
  }),
);
export type ProposalRequest = v.InferOutput<typeof ProposalRequest>;
export const PROPOSAL_EXAMPLE = { horizon: "PT2H" };

const Seconds = about(
  FiniteNumber,
  "Weighted delays at all stops to come that trains get to; earliness counts as 0",
);
const Missed = about(Count, "Stops that no train gets to, by deadlocks");
const EndDelay = v.nullable(FiniteNumber);

const Proposal = v.object({
  decisions: about(v.array(TrainReport), "Reports `held` and `follows` that make it so"),
  delay_seconds: Seconds,
  missed_stops: Missed,
  trains: about(
    v.array(
      v.object({
        train: about(ReportedTrain, "Which train"),
        end_before_seconds: about(EndDelay, "Delay at its end without; null: it never gets there"),
        end_after_seconds: about(EndDelay, "With the decisions"),
        change_seconds: about(
          FiniteNumber,
          "Of its weighted delays at all stops to come; negative: it gains",
        ),
      }),
    ),
    "Trains that come at other times, those that lose most first",
  ),
});

const PROPOSAL_HEAD = {
  as_of: about(v.nullable(PrintedDateTime), "As of a forecast; null: no train runs"),
  version: about(Identifier, "Of trains and reports on which they stand"),
  delay_seconds: Seconds,
  missed_stops: Missed,
};

export const Proposals = v.object({
  ...PROPOSAL_HEAD,
  proposals: about(v.array(Proposal), "The best first; each is better than the forecast without"),
});

export const TakenProposal = v.strictObject({
  version: about(Identifier, "As told with the proposal"),
  decisions: about(
    v.pipe(
      v.array(
        v.pipe(
          TrainReport,
          v.check(
            ({ event, at }) => (event === "held" || event === "follows") && at !== null,
            "must be a decision of a proposal",
          ),
        ),
      ),
      v.minLength(1, "must not be empty"),
      v.maxLength(DECISIONS_MAX, `must have at most ${DECISIONS_MAX} items`),
    ),
    "Its decisions",
  ),
});
export type TakenProposal = v.InferOutput<typeof TakenProposal>;
const { event: _event, ...named } = REPORT_EXAMPLE;
export const TAKEN_EXAMPLE = {
  version: "Pq1rBx5d0eZ7",
  decisions: [{ ...named, event: "held", source: "proposal" }],
};

export const ProposalTaken = v.object({
  ...ReportsTaken.entries,
  undo: about(
    v.array(TrainReport),
    "Reports that take back what was stored now; what somebody had decided before is not among it",
  ),
});

nameSchemas({ ProposalRequest, Proposals, TakenProposal, ProposalTaken });
