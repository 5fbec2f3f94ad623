/** Reports as they are sent: a train may be named by its number on an opened day, and is stored by the name that it has there now. */
import { invalidBody } from "../../platform/http/body/json_body.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import type { BodyFault } from "../../platform/http/errors.ts";
import { checkPlan, findRuns, type PinRef } from "../operation/operation.queries.ts";
import { onOnePlan } from "../operation/pinned_day.ts";
import type { NumberedRun, ReportedTrain, SentTrain } from "../operation/reported_train.ts";
import { takeReports } from "./report.queries.ts";
import type { DayReport, SentReport } from "./report.schemas.ts";

const FAULTS_MAX = 20;

/** How many are believed; null: there would be too many. Throws InvalidBody for runs that there are not, also where one is gone. */
export async function takeSent(
  ctx: Context,
  timetable_id: number,
  sent: readonly SentReport[],
): Promise<number | null> {
  const { db } = ctx.services;
  return await onOnePlan(ctx, async () => {
    const wanted = sent.flatMap((one) => namesOf(one).map(([, name]) => name)).filter(isNumbered);
    // Safe: none is named by a number.
    if (wanted.length === 0)
      return await takeReports(db, timetable_id, sent as readonly DayReport[]);
    const names = new RunNames(await findRuns(db, timetable_id, wanted));
    const reports = nameTrains(sent, names);
    const { pins } = names;
    const count = await takeReports(db, timetable_id, reports, { pins });
    if (count === null) for (const pin of pins) await checkPlan(db, pin);
    return count;
  });
}

function isNumbered(train: SentTrain): train is NumberedRun {
  return "operation_id" in train;
}

type NamedBy = readonly [key: "train" | "other", name: SentTrain];

function namesOf(one: SentReport): NamedBy[] {
  if (one.event === "closed") return [];
  const { train, other } = one;
  return other === undefined
    ? [["train", train]]
    : [
        ["train", train],
        ["other", other],
      ];
}

class RunNames {
  /** Days on whose plans the names stand. */
  readonly pins: readonly PinRef[];
  readonly #plans: ReadonlyMap<number, number>;
  readonly #found: ReadonlyMap<string, Awaited<ReturnType<typeof findRuns>>[number]>;

  constructor(found: Awaited<ReturnType<typeof findRuns>>) {
    this.#plans = new Map(found.map(({ id, plan }) => [id, plan]));
    this.#found = new Map(found.map((row) => [`${row.id} ${row.wanted_run}`, row]));
    this.pins = [...this.#plans].map(([id, plan]) => ({ id, plan }));
  }

  /** A text: why it has none. */
  nameOf({ operation_id, run }: NumberedRun): ReportedTrain | string {
    const found = this.#found.get(`${operation_id} ${run}`);
    if (found === undefined) return `the timetable has no opened day ${operation_id}`;
    const { train, is_gone } = found;
    if (train === null) return `opened day ${operation_id} has no run ${run}`;
    if (is_gone === true) return `run ${run} of opened day ${operation_id} is gone`;
    return JSON.parse(train) as ReportedTrain;
  }
}

function nameTrains(sent: readonly SentReport[], names: RunNames): DayReport[] {
  const faults: BodyFault[] = [];
  const reports = sent.map((one, i): DayReport => {
    const named: Partial<Record<"train" | "other", ReportedTrain>> = {};
    for (const [key, name] of namesOf(one)) {
      const found = isNumbered(name) ? names.nameOf(name) : name;
      if (typeof found === "string") faults.push({ path: `/${i}/${key}`, reason: found });
      else named[key] = found;
    }
    // Safe: without a fault it has all the names that it had.
    return { ...one, ...named } as DayReport;
  });
  if (faults.length > 0) throw invalidBody(faults.slice(0, FAULTS_MAX));
  return reports;
}
