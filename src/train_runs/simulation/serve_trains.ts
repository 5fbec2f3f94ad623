/**
 * Runs the jobs that other servers put into the queue: reads the trains, computes missing results,
 * and stores them where those servers collect them. It answers no user, so it checks no rights. A
 * wrong or outdated job costs only time, because results are stored under keys of all their inputs.
 */
import * as v from "valibot";
import type { JobServer } from "../../platform/compute/job_queue.ts";
import { given } from "../../platform/given.ts";
import { makeShare } from "../../platform/queues/fair_queue.ts";
import type { Services } from "../../platform/services.ts";
import { traced } from "../../platform/tracing.ts";
import { mapNestedInTurns } from "../../platform/turns.ts";
import { listTrainRows } from "../../timetable/train/train.queries.ts";
import { TRAIN_KINDS } from "../../timetable/train/train_kinds.ts";
import { readStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { computeDepartures } from "./compute_trains.ts";
import { openSimulationSetup } from "./setup.ts";
import { TrainJob } from "./train_job.ts";

/** All jobs of other servers together have one share of the threads. */
const OWNER = "(other servers)";

export function trainServer(services: Services): JobServer {
  const { compute } = services;
  return {
    // No task is waiting for a thread.
    mayTake: () => compute.load <= compute.threads,
    run: async (text, closing) => {
      const deadline = AbortSignal.timeout(services.config.limits.request_deadline_ms);
      const signal = AbortSignal.any([closing, deadline]);
      const job = v.parse(TrainJob, text);
      const span = { kind: "job", name: "trains", traceparent: job.traceparent } as const;
      await traced(span, async () => await runJob(services, job, signal));
      await services.shared?.settle();
    },
  };
}

async function runJob(
  services: Services,
  { parameters, infra_digest, kind: name, ids }: TrainJob,
  signal: AbortSignal,
): Promise<void> {
  const ctx = { services, signal, share: makeShare(OWNER) };
  const options = { priority: "batch", area: "InfraNotFound" } as const;
  const setup = await openSimulationSetup(ctx, parameters, options);
  if (setup.infra.digest !== infra_digest) throw new Error("the network is another one here");
  const kind = given(
    TRAIN_KINDS.find((one) => one.name === name),
    "the kind is one of the schema's",
  );
  const rows = await listTrainRows(services.db, kind, ids);
  const names = rows.flatMap(({ rolling_stock_names }) => rolling_stock_names);
  const stocks = await readStocks(services.db, names);
  const departures = await mapNestedInTurns(rows, signal, function* ({ record }) {
    return record === null ? [] : yield* kind.listDepartures(record);
  });
  await computeDepartures(setup, departures.flat(), stocks);
}
