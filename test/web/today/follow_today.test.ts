// Method: the page's state on a server that is made for the test, which tells what moves when the test says so.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DayTrain, Forecast } from "../../../web/src/today/day_state.ts";
import { FakeServer, makeTrain, refusal } from "../state/fake_server.ts";
import { closePage, openPage, soon } from "../state/page.ts";

const FORECAST = "GET /timetable/8/forecast";
const TRAINS = 12;

let server: FakeServer;
let following: typeof import("../../../web/src/today/follow_today.ts");
let state: typeof import("../../../web/src/today/day_state.ts");
let view: typeof import("../../../web/src/state/view.ts");
let stop = (): void => undefined;
/** Of the stream that was opened last. */
let stream: ReadableStreamDefaultController<Uint8Array>;
let streams: URLSearchParams[];
/** Of the readings: of which train, null: of all. */
let readings: (string | null)[];
let delays: Map<number, number>;
let as_of: string;
/** What is answered only later. */
let gate: Promise<void>;

beforeEach(async () => {
  server = new FakeServer();
  server.put(makeTrain(1));
  [streams, readings, gate] = [[], [], Promise.resolve()];
  delays = new Map(Array.from({ length: TRAINS }, (_, i) => [i + 1, 0]));
  as_of = "2026-03-02T05:00:00Z";
  await openPage(server);
  following = await import("../../../web/src/today/follow_today.ts");
  state = await import("../../../web/src/today/day_state.ts");
  view = await import("../../../web/src/state/view.ts");
  say("play");
  open();
  server.answer(FORECAST, async ({ headers, query }) => {
    if (headers.get("accept") === "text/event-stream") return openStream(query);
    const id = query.get("train_schedule_id");
    readings.push(id);
    const told = printDay(id === null ? [...delays.keys()] : [Number(id)]);
    await gate;
    return told;
  });
});
afterEach(() => {
  stop();
  closePage();
});

function openStream(query: URLSearchParams): Response {
  streams.push(query);
  const body = new ReadableStream<Uint8Array>({
    start: (out) => {
      stream = out;
      tell("retry: 10\n\n");
      tell(`event: reset\ndata: {}\n\n`);
    },
  });
  return new Response(body);
}

function tell(text: string): void {
  stream.enqueue(new TextEncoder().encode(text));
}

function move(...ids: readonly number[]): void {
  const { trains } = printDay(ids);
  const moves = { as_of, trains: trains.map(({ waits: _, ...one }) => one), cancelled: [] };
  tell(`event: moved\ndata: ${JSON.stringify(moves)}\n\n`);
}

function printDay(ids: readonly number[]): Forecast {
  const trains = ids.map((id) => {
    const delay_seconds = delays.get(id) ?? 0;
    const arrival = new Date(Date.UTC(2026, 2, 2, 9) + 1000 * delay_seconds).toISOString();
    const waits = [{ cause: { kind: "train_schedule", id: delay_seconds } }];
    return { train: { kind: "train_schedule", id }, stops: [{ arrival, delay_seconds }], waits };
  }) as unknown as DayTrain[];
  return { as_of, trains, cancelled: [], deadlocks: [], left_out: [], unused_reports: [] };
}

/** The one report that there is. */
function say(source: string, stop_id = "a"): void {
  const said = { event: "departed", stop: stop_id, at: as_of, observed_at: as_of, source };
  const train = { kind: "train_schedule", id: 2 };
  const results = [{ train, ...said, priority: 0 }];
  server.answer("GET /timetable/8/reports", () => ({ count: 1, results }));
}

function open(...days: readonly object[]): void {
  server.answer("GET /operation", () => ({ count: days.length, results: days }));
}

async function follow(): Promise<void> {
  stop = following.followToday();
  await soon(() => state.forecast.peek() !== null && readings.length > 0);
}

const delayOf = (id: number): number | null =>
  state.forecast.peek()?.trains.find(({ train }) => train.id === id)?.stops[0]?.delay_seconds ??
  null;
const waitOf = (id: number): number | undefined =>
  state.forecast.peek()?.trains.find(({ train }) => train.id === id)?.waits[0]?.cause?.id;

describe("the running day on the page", () => {
  it("is read whole once; of what moves only the trains that do are asked", async () => {
    await follow();
    expect([streams.length, readings]).toEqual([1, [null]]);
    [as_of] = ["2026-03-02T05:01:00Z", delays.set(3, 300)];
    move(3);
    await soon(() => waitOf(3) === 300);
    expect(readings).toEqual([null, "3"]);
    expect([delayOf(3), delayOf(4)]).toEqual([300, 0]);
    expect(view.day_ms.peek()).toBe(Date.parse(as_of));
  });

  it("has what moves at once, whatever an older answer says", async () => {
    await follow();
    let open_gate = (): void => undefined;
    gate = new Promise((resolve) => {
      open_gate = resolve;
    });
    delays.set(3, 300);
    move(3);
    await soon(() => delayOf(3) === 300 && readings.length === 2);
    delays.set(3, 600);
    move(3);
    await soon(() => delayOf(3) === 600);
    const seen: (number | null)[] = [];
    const watching = state.forecast.subscribe(() => seen.push(delayOf(3)));
    open_gate();
    await soon(() => waitOf(3) === 600);
    watching();
    expect(new Set(seen)).toEqual(new Set([600]));
    expect(readings).toEqual([null, "3", "3"]);
  });

  it("is read whole where many trains move", async () => {
    await follow();
    for (const id of delays.keys()) delays.set(id, 60 * id);
    move(...delays.keys());
    await soon(() => waitOf(12) === 720);
    expect(readings).toEqual([null, null]);
  });

  it("asks for a train of which something else is said, even if it does not move", async () => {
    await follow();
    say("play", "b");
    server.tell("train_reports", { created: [1], changed: [], deleted: [] });
    await soon(() => readings.length === 2);
    expect(readings).toEqual([null, "2"]);
  });

  it("says so while the stream is lost, and is read anew when it is back", async () => {
    await follow();
    expect(following.trouble.peek()).toBe(null);
    delays.set(5, 900);
    const told: (string | null)[] = [];
    const watching = following.trouble.subscribe((text) => told.push(text));
    stream.close();
    await soon(() => delayOf(5) === 900);
    await soon(() => following.trouble.peek() === null);
    watching();
    expect(told[1]).toMatch(/^Offline/);
    expect([streams.length, readings]).toEqual([2, [null, null]]);
  });

  it("says why it can't be read, keeps what is known, and tries again", async () => {
    await follow();
    const known = state.forecast.peek();
    const usual = { fails: true };
    server.answer(FORECAST, ({ headers, query }) => {
      if (headers.get("accept") === "text/event-stream") return openStream(query);
      return usual.fails ? refusal(503) : printDay([...delays.keys()]);
    });
    delays.set(7, 120);
    tell("event: reset\ndata: {}\n\n");
    await soon(() => following.trouble.peek() !== null);
    expect(state.forecast.peek()).toBe(known);
    usual.fails = false;
    await soon(() => following.trouble.peek() === null);
    expect(delayOf(7)).toBe(120);
  });

  it("has no time of its own where this page alone reports, until the opened day has a clock", async () => {
    say("page");
    await follow();
    expect(streams.map((query) => query.get("as_of"))).toEqual(["2000-01-01T00:00:00Z"]);
    const [begin, end] = [-1, 1].map((hours) =>
      new Date(Date.now() + 3_600_000 * hours).toISOString(),
    );
    const { infra_id } = (await import("../../../web/src/state/setting.ts")).setting.peek() ?? {};
    open({ id: 1, infra_id, begin, end, opened_at: begin });
    as_of = new Date(Math.floor(Date.now() / 15_000) * 15_000).toISOString();
    server.tell("operations", { created: [1], changed: [], deleted: [] });
    await soon(() => view.day_ms.peek() === Date.parse(as_of));
    expect(streams.map((query) => query.get("as_of"))).toEqual(["2000-01-01T00:00:00Z", null]);
    // Nothing moves, and the clock runs on.
    view.clock_ms.value = Date.now() + 60_000;
    expect((view.day_ms.peek() ?? 0) - Date.parse(as_of)).toBeGreaterThanOrEqual(45_000);
    expect((view.day_ms.peek() ?? 0) - Date.parse(as_of)).toBeLessThanOrEqual(60_000);
  });

  it("is not followed any longer once it is closed", async () => {
    await follow();
    stop();
    expect([state.forecast.peek(), view.day_ms.peek()]).toEqual([null, null]);
    stop = () => undefined;
  });
});
