/** Task: decisions that lower the delays of a running day, each with what it costs whom, as JSON. */
import type { MessagePort } from "node:worker_threads";
import type { StopReport } from "../../engine/operation/day_facts.ts";
import type { StopOrder } from "../../engine/operation/forecast.ts";
import type { DayProposal } from "../../engine/proposals/decision_search.ts";
import { type FoundProposals, findProposals } from "../../engine/proposals/proposals.ts";
import { DayTrial, type Decision, isHold } from "../../engine/proposals/tried_decisions.ts";
import { printUtc } from "../conflicts/print_conflicts.ts";
import { shareTexts } from "../shared_text.ts";
import { type KnownDay, knownOf, type OpenDay, openDay } from "./day_ref.ts";

/** Trains times days that are tried: about two seconds' work. */
const WORK_MAX = 60_000;
const DAYS_MIN = 10;
const DAYS_MAX = 400;
const PROPOSALS_MAX = 4;
/** Times of trains differ by less only by how they are computed. */
const EXACT_MS = 500;

interface ProposalsInput extends KnownDay {
  /** When the decisions are known. */
  readonly observed_at_ms: number;
  readonly horizon_ms: number;
  /** [nTrains] how much a train's delay counts. */
  readonly weights: Float64Array;
  readonly version: string;
  /** These decisions are judged, whether they help or not; null: some are looked for. */
  readonly given: {
    readonly orders: readonly StopOrder[];
    /** Holds. */
    readonly placed: readonly StopReport[];
  } | null;
  /** Is told an answer of one proposal, each time of a better one, before the whole; null: nobody waits for it. */
  readonly early: MessagePort | null;
}

export function printProposals(input: ProposalsInput): Uint8Array {
  const { weights, given, early } = input;
  const open = openDay(input.day);
  const trial = new DayTrial(open.plan, knownOf(input), weights);
  const print = (found: FoundProposals): string => printFound(input, { open, trial }, found);
  const tellEarly = (found: FoundProposals): void => {
    if (found.proposals.some((one) => isNamed(input, open, one))) early?.postMessage(print(found));
  };
  const found = given === null ? search(trial, input, tellEarly) : judge(trial, given);
  return shareTexts([print(found)]);
}

function printFound(
  input: ProposalsInput,
  { open, trial }: Pick<Judged, "open" | "trial">,
  { cost, proposals }: FoundProposals,
): string {
  trial.run([]);
  const before = readTimes(trial, input.weights);
  return JSON.stringify({
    as_of: open.plan.runOf.length === 0 ? null : printUtc(input.as_of_ms),
    version: input.version,
    delay_seconds: Math.round(cost.delay_ms / 1000),
    missed_stops: cost.missed,
    proposals: proposals
      .filter((one) => isNamed(input, open, one))
      .map((one) => printProposal(input, { open, trial, before }, one)),
  });
}

function search(
  trial: DayTrial,
  { observed_at_ms, horizon_ms }: ProposalsInput,
  onBetter: (found: FoundProposals) => void,
): FoundProposals {
  const first_ms = trial.plan.starts_ms.reduce((a, b) => Math.min(a, b), Infinity);
  const days = Math.ceil(WORK_MAX / Math.max(1, trial.plan.runOf.length));
  const bounds = {
    days_max: Math.min(DAYS_MAX, Math.max(DAYS_MIN, days)),
    // Before the first train there is nothing to decide.
    until_ms: Math.max(observed_at_ms, first_ms) + horizon_ms,
    proposals_max: PROPOSALS_MAX,
  };
  return findProposals(trial, bounds, onBetter);
}

/** Without orders that say otherwise than what is decided by now. */
function judge(
  trial: DayTrial,
  { orders, placed }: NonNullable<ProposalsInput["given"]>,
): FoundProposals {
  const holds = placed.map(({ train, stop, time_ms: until_ms }) => ({ train, stop, until_ms }));
  const obeyed: StopOrder[] = [];
  for (const one of orders) if (!trial.contradicts([...obeyed, one])) obeyed.push(one);
  const decisions: readonly Decision[] = [...obeyed, ...holds];
  const own = { decisions, cost: trial.run(decisions) };
  return { cost: trial.run([]), proposals: [own] };
}

/** By train. */
interface TrainTimes {
  /** At its end; NaN: never. */
  readonly end_ms: number;
  /** Weighted, at all stops to come. */
  readonly delay_ms: number;
  /** At all its stops. */
  readonly arrivals_ms: readonly number[];
}

/** Of the day that was tried last. */
function readTimes(trial: DayTrial, weights: Float64Array): TrainTimes[] {
  const { places, plan, facts, simulator } = trial;
  return places.map((own, t) => {
    const first = plan.placeStart[t] ?? 0;
    const arrivals_ms = own.map((place) => simulator.arrivals_ms[first + place] ?? Number.NaN);
    const late_ms = own.map((place, i) => (arrivals_ms[i] ?? 0) - trial.planned_ms(t, place));
    const toCome_ms = late_ms.filter((_, i) => first + (own[i] ?? 0) > (facts.lastSeen[t] ?? -1));
    const delay_ms = toCome_ms.reduce((sum, late) => sum + (late > 0 ? late : 0), 0);
    return {
      end_ms: late_ms.at(-1) ?? Number.NaN,
      delay_ms: (weights[t] ?? 1) * delay_ms,
      arrivals_ms,
    };
  });
}

interface Judged {
  readonly open: OpenDay;
  readonly trial: DayTrial;
  readonly before: readonly TrainTimes[];
}

function printProposal(
  input: ProposalsInput,
  { open, trial, before }: Judged,
  { decisions }: DayProposal,
): object {
  const names = open.texts.trains;
  const { missed, delay_ms } = trial.run(decisions);
  const after = readTimes(trial, input.weights);
  const trains = after.flatMap(({ end_ms, delay_ms: own_ms, arrivals_ms }, t) => {
    const was = before[t];
    if (was === undefined || !arrivals_ms.some((time, i) => isOther(time, was.arrivals_ms[i])))
      return [];
    return [
      {
        train: names[t],
        end_before_seconds: printDelay(was.end_ms),
        end_after_seconds: printDelay(end_ms),
        change_seconds: Math.round((own_ms - was.delay_ms) / 1000),
      },
    ];
  });
  return {
    decisions: decisions.map((one) => printDecision(input, open, one)),
    delay_seconds: Math.round(delay_ms / 1000),
    missed_stops: missed,
    trains: trains.sort((a, b) => b.change_seconds - a.change_seconds),
  };
}

function isOther(time_ms: number, other_ms = Number.NaN): boolean {
  if (Number.isNaN(time_ms)) return !Number.isNaN(other_ms);
  return !(Math.abs(time_ms - other_ms) < EXACT_MS);
}

function printDelay(late_ms: number): number | null {
  return Number.isNaN(late_ms) ? null : Math.round(late_ms / 1000);
}

/** Whether it says something, and decisions can name all its stops. */
function isNamed(input: ProposalsInput, open: OpenDay, { decisions }: DayProposal): boolean {
  return decisions.length > 0 && decisions.every((one) => stopName(input, open, one) !== null);
}

/** Null: decisions can't name it. */
function stopName(
  { day }: ProposalsInput,
  { texts }: OpenDay,
  { train, stop }: Decision,
): string | null {
  return texts.stops[day.stops_of[train] ?? 0]?.[stop] ?? null;
}

function printDecision(input: ProposalsInput, open: OpenDay, decision: Decision): object {
  const { observed_at_ms } = input;
  const { texts } = open;
  const { train } = decision;
  const observed_at = printUtc(Math.round(observed_at_ms));
  const head = {
    train: texts.trains[train],
    stop: stopName(input, open, decision),
    observed_at,
    source: "proposal",
    priority: 0,
  };
  return isHold(decision)
    ? { ...head, event: "held", at: printUtc(decision.until_ms) }
    : { ...head, event: "follows", other: texts.trains[decision.first], at: observed_at };
}
