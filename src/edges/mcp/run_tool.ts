/** A tool as a request in the caller's name. Tools that propose changes try them, and answer the trial's name. */
import type { Context } from "../../platform/http/endpoint.ts";
import { isObject } from "../../railway/scalars.ts";
import { bounded, type Read, readAnswer } from "./bounded.ts";
import { findTool, type Tool, TRIES } from "./tools.ts";
import { findTrial, forgetTrial, type KeptTrial, keepTrial } from "./trials.ts";

export interface ToolAnswer {
  readonly text: string;
  readonly is_error: boolean;
}

type Arguments = Readonly<Record<string, unknown>>;

export async function runTool(ctx: Context, name: string, given: Arguments): Promise<ToolAnswer> {
  const tool = findTool(name);
  if (tool === null) return refusal(`There is no tool ${JSON.stringify(name.slice(0, 100))}`);
  const { spec } = tool;
  if (spec.endpoint === null) return await storeTrial(ctx, given["trial"]);
  const answer = await ask(ctx, tool, given);
  if (answer.status >= 400) return told(spec.endpoint, answer);
  if (spec.changesOf === undefined) return told(spec.endpoint, answer);
  const changes = spec.endpoint === TRIES ? given["changes"] : proposed(tool, answer);
  if (!Array.isArray(changes) || changes.length === 0) return told(spec.endpoint, answer);
  const query = queryOf(given, new Map([...tool.in_trial].map((one) => [one, one])));
  const timetable_id = String(given["timetable_id"]);
  const trial =
    spec.endpoint === TRIES ? answer : await tryOut(ctx, { timetable_id, query, changes });
  if (trial.status >= 400) return told(TRIES, trial);
  const common = trial === answer ? {} : { proposal: bounded(answer.value) };
  if (!canRun(trial.value)) {
    const note = "It can't be stored: a train of it can't run, or more follows than can be told";
    return told(TRIES, trial, { ...common, trial: null, note });
  }
  const id = keepTrial(userOf(ctx), { timetable_id, query, changes, told: trial.text });
  return told(TRIES, trial, { ...common, trial: id, note: "Nothing is stored yet" });
}

function proposed({ spec }: Tool, { value }: Read): unknown {
  return isObject(value) ? spec.changesOf?.(value) : null;
}

async function storeTrial(ctx: Context, id: unknown): Promise<ToolAnswer> {
  const trial = findTrial(userOf(ctx), id);
  if (trial === null) return refusal("There is no such trial of yours (any more): try it again");
  const again = await tryOut(ctx, trial);
  if (again.status >= 400) return told(TRIES, again);
  if (again.text !== trial.told) {
    forgetTrial(userOf(ctx), trial);
    return refusal("Something else follows now, because others have changed things: try it again");
  }
  const path = `/timetable/${trial.timetable_id}/changes`;
  const body = { changes: trial.changes };
  const stored = await readAnswer(await ctx.ask({ method: "POST", path, query: "", body }));
  if (stored.status < 400) forgetTrial(userOf(ctx), trial);
  return told(`POST ${path}`, stored);
}

async function tryOut(
  ctx: Context,
  { timetable_id, query, changes }: Pick<KeptTrial, "timetable_id" | "query" | "changes">,
): Promise<Read> {
  const path = `/timetable/${timetable_id}/what_if`;
  return await readAnswer(await ctx.ask({ method: "POST", path, query, body: { changes } }));
}

async function ask(ctx: Context, tool: Tool, given: Arguments): Promise<Read> {
  const { method, query, in_path, in_trial } = tool;
  const path = tool.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(textOf(given[name])),
  );
  const rest = Object.entries(given).filter(
    ([name]) => !in_path.includes(name) && !query.has(name) && !in_trial.has(name),
  );
  const body = method === "GET" ? undefined : Object.fromEntries(rest);
  return await readAnswer(await ctx.ask({ method, path, query: queryOf(given, query), body }));
}

/** What is no text or number is sent as it is written, and refused by the endpoint. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function queryOf(given: Arguments, names: ReadonlyMap<string, string>): string {
  const query = new URLSearchParams();
  for (const [argument, name] of names) {
    const value = given[argument];
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, textOf(one));
  }
  return query.toString();
}

/** Whether every train of a trial has a run. */
function canRun(value: unknown): boolean {
  if (!isObject(value)) return false;
  const runs = (one: unknown): boolean => {
    if (Array.isArray(one)) return one.every(runs);
    if (!isObject(one)) return true;
    if (Object.hasOwn(one, "status")) return one["status"] === "success";
    return Object.values(one).every(runs);
  };
  return runs(value["trains"]);
}

const userOf = (ctx: Context): number => ctx.user?.id ?? 0;

/** Records stand under `data`, as JSON: no name in them can end it. */
function told(source: string, { status, value }: Read, more: object = {}): ToolAnswer {
  const text = JSON.stringify({ source, status, ...more, data: bounded(value) });
  return { text, is_error: status >= 400 };
}

function refusal(message: string): ToolAnswer {
  return { text: JSON.stringify({ message }), is_error: true };
}
