// Method: a compute that notes each task's priority, signal and memory; questions about few and many trains.
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { KeptStore } from "../../src/platform/compute/kept_store.ts";
import type { Compute } from "../../src/platform/compute/pool.ts";
import type { Services } from "../../src/platform/services.ts";
import { opened } from "../helpers/opened.ts";
import { type CallResult, call, makeServices } from "../helpers/services.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { drawTrain, type Json, startLiveWorld } from "./live_world.ts";

/** More than are urgent. */
const MANY = 1_001;
const CONFLICT_TRAINS = 1_500;

interface Noted {
  readonly name: string;
  readonly priority: string | undefined;
  readonly is_cancelled_with_request: boolean;
  /** Null: the answer has no long text. */
  readonly is_text_shared: boolean | null;
}

const world = opened(startLiveWorld);
let services: Services;
let train: Json;
let timetable_id: number;
const noted: Noted[] = [];

function noteRuns(compute: Compute): Compute {
  const run: Compute["run"] = async (name, input, options) => {
    const output = await compute.run(name, input, options);
    const { json } = output as { readonly json?: unknown };
    noted.push({
      name,
      priority: options.priority,
      is_cancelled_with_request: options.signal !== undefined,
      is_text_shared: json instanceof Uint8Array ? json.buffer instanceof SharedArrayBuffer : null,
    });
    return output as never;
  };
  return { ...compute, run };
}

beforeAll(async () => {
  const { config: _config, printMetrics: _print, ...shared } = world.services;
  const compute = noteRuns(shared.compute);
  const kept = new KeptStore(2 ** 30);
  const env = { conflict_trains: CONFLICT_TRAINS };
  services = makeServices({ db: shared.db, env, services: { ...shared, compute, kept } });
  train = { ...drawTrain(makeRandom(1), world), rolling_stock_name: world.stock_names[0] };
});

beforeEach(async () => {
  ({ timetable_id } = (await world.make("POST", "/timetable")).json);
  await store("train_schedules", [train, train]);
  await ask("GET", "conflicts");
  noted.length = 0;
});

/** One every hour. */
function paced(count: number): Json {
  return { ...train, paced: { interval: "PT1H", time_window: `PT${count}H` }, exceptions: [] };
}

/** One that was not simulated before. */
function withMargin(percent: number, form: Json): Json {
  return { ...form, margins: { boundaries: [], values: [`${percent}.5%`] } };
}

async function store(kind: string, forms: readonly Json[]): Promise<number[]> {
  const made = await world.make("POST", `/timetable/${timetable_id}/${kind}`, forms);
  return (made.json as { id: number }[]).map(({ id }) => id);
}

async function ask(method: string, what: string, body?: unknown): Promise<CallResult> {
  const path = `/timetable/${timetable_id}/${what}?${world.queries[0]}`;
  return await call(services, { method, path, body });
}

async function tryOut(...changes: readonly unknown[]): Promise<void> {
  const { status, text } = await ask("POST", "what_if", { changes });
  expect(status, text).toBe(200);
}

function prioritiesOf(...names: readonly string[]): unknown[] {
  return noted.filter(({ name }) => names.includes(name)).map(({ priority }) => priority);
}

describe("a trial", () => {
  it("of few trains is interactive, its search for conflicts ends with the request", async () => {
    await tryOut({ added: withMargin(1, train) }, { added: paced(10) });
    expect(prioritiesOf("simulate_trains", "try_changes")).toEqual(["interactive", "interactive"]);
    expect(noted.filter((one) => one.name === "try_changes")).toEqual([
      expect.objectContaining({ is_cancelled_with_request: true }),
    ]);
  });

  it("that adds many trains is a batch", async () => {
    await tryOut({ added: withMargin(2, paced(MANY)) });
    expect(prioritiesOf("simulate_trains", "try_changes")).toEqual(["batch", "batch"]);
  });

  it("that removes many is a batch, and so is the update that it waits for", async () => {
    const [id] = await store("paced_trains", [withMargin(3, paced(MANY))]);
    await tryOut({ kind: "paced_train", id, removed: true });
    const names = ["simulate_trains", "update_occupancy", "try_changes"];
    expect(prioritiesOf(...names)).toEqual(["batch", "batch", "batch"]);
  });
});

describe("kept conflicts", () => {
  it("are not updated by more trains than a timetable may have", async () => {
    await store("paced_trains", [withMargin(4, paced(MANY)), withMargin(5, paced(MANY))]);
    const { status, json } = await ask("GET", "conflicts");
    expect({ status, type: json.type }).toEqual({
      status: 422,
      type: "editoast:request:TooManyItems",
    });
    expect(json.context.count).toBeGreaterThan(CONFLICT_TRAINS);
    expect(noted.map(({ name }) => name)).not.toContain("update_occupancy");
  });

  it("and trials come as texts in shared memory: the main thread would copy others", async () => {
    await store("train_schedules", [train]);
    expect((await ask("GET", "conflicts")).json.length).toBeGreaterThan(0);
    await tryOut({ added: train });
    const texts = noted.filter(({ is_text_shared }) => is_text_shared !== null);
    expect(texts.map(({ name }) => name).sort()).toEqual(["list_conflicts", "try_changes"]);
    expect(texts.every(({ is_text_shared }) => is_text_shared)).toBe(true);
  });
});
