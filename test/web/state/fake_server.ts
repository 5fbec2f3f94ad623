/**
 * A server behind `fetch` with one timetable on a line of three stations: it keeps trains with their tags as the real one
 * does, and answers the rest with what a test has put there.
 */
import { printBegin, printEvents } from "../../../src/platform/events/event_text.ts";
import type { Schemas } from "../../../web/src/api/client.ts";

export type Train = Schemas["TrainScheduleResult"];
type SentConflict = Schemas["WhatIfResult"]["conflicts"]["new"][number];

export const TIMETABLE = 8;

export function makeTrain(id: number, more: Partial<Train> = {}): Train {
  const waypoint = (name: string) => ({ id: name, deleted: false, operational_point: name });
  const stop = { arrival: null, reception_signal: "OPEN", locked: false } as const;
  return {
    id,
    timetable_id: TIMETABLE,
    train_name: `train ${id}`,
    labels: [],
    rolling_stock_name: "stock",
    start_time: "2026-03-02T05:00:00Z",
    path: [waypoint("a"), waypoint("b"), waypoint("c")],
    schedule: [
      { ...stop, at: "b", stop_for: "PT60S" },
      { ...stop, at: "c", stop_for: null },
    ],
    margins: { boundaries: [], values: ["5%"] },
    initial_speed: 0,
    comfort: "STANDARD",
    constraint_distribution: "LINEAR",
    speed_limit_tag: null,
    power_restrictions: [],
    options: { use_electrical_profiles: true },
    category: null,
    ...more,
  };
}

export function makeConflict(ids: readonly number[], start_time: string): SentConflict {
  const end_time = new Date(Date.parse(start_time) + 60_000).toISOString();
  return {
    train_ids: [...ids],
    train_schedule_ids: [...ids],
    paced_train_occurrence_ids: [],
    work_schedule_ids: [],
    added_trains: [],
    start_time,
    end_time,
    conflict_type: "Spacing",
    requirements: [{ zone: "zone", start_time, end_time }],
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The content of a success, or a whole answer. */
type Answering = (asked: Asked) => unknown;

const page = (results: readonly unknown[]) => ({
  count: results.length,
  page_size: 200,
  page_count: 1,
  current: 1,
  previous: null,
  next: null,
  results,
});

export function refusal(status: number, context: Readonly<Record<string, unknown>> = {}): Response {
  const error = { status, type: "editoast:Test", context, message: "a server's own words" };
  return Response.json(error, { status });
}

const STATIONS = ["a", "b", "c"];
const LENGTH_MM = 20_000_000;
const TIMES_MS = [0, 300_000, 600_000];

export class FakeServer {
  readonly asked: string[] = [];
  conflicts: readonly SentConflict[] = [];
  readonly #trains = new Map<number, { readonly train: Train; readonly tag: string }>();
  readonly #own = new Map<string, Answering>();
  readonly #streams = new Map<string, ReadableStreamDefaultController<Uint8Array>>();
  /** How often answers have been given. */
  rounds = 0;
  #gate: Promise<void> | null = null;
  #is_in_rounds = false;
  #tags = 0;
  #places = 10;

  /** As anybody else would store it. */
  put(train: Train): void {
    this.#trains.set(train.id, { train, tag: `"${++this.#tags}"` });
  }

  delete(id: number): void {
    this.#trains.delete(id);
  }

  get(id: number): Train | null {
    return this.#trains.get(id)?.train ?? null;
  }

  /** Answers a question otherwise from now on: `GET /ready`; null: as before. */
  answer(question: string, answering: Answering | null): void {
    if (answering === null) this.#own.delete(question);
    else this.#own.set(question, answering);
  }

  /** From now on all questions are answered together when no more come. */
  answerInRounds(): void {
    this.#is_in_rounds = true;
  }

  async #awaitRound(): Promise<void> {
    for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
    this.rounds++;
    this.#gate = null;
  }

  /** Tells all that look at the timetable. */
  tell(name: string, data: unknown): void {
    const text = printEvents([{ place: ++this.#places, name, data: JSON.stringify(data) }]);
    this.#streams.get(`/timetable/${TIMETABLE}/events`)?.enqueue(text);
  }

  tellTrains(changed: readonly number[], deleted: readonly number[] = []): void {
    this.tell("trains", { created: [], changed, deleted });
  }

  /** `fetch` of the page. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace("/planner", "");
    const text = await request.text();
    const asked: Asked = {
      method: request.method,
      path,
      query: searchParams,
      headers: request.headers,
      body: text === "" ? null : JSON.parse(text),
    };
    this.asked.push(`${asked.method} ${path}`);
    if (this.#is_in_rounds) await (this.#gate ??= this.#awaitRound());
    if (path.endsWith("/events")) return this.#openStream(path, request.signal);
    const answering = this.#own.get(`${asked.method} ${path}`) ?? this.#find(asked);
    const answer = await answering(asked);
    request.signal.throwIfAborted();
    if (answer instanceof Response) return answer;
    return typeof answer === "string" ? new Response(answer) : Response.json(answer);
  };

  #openStream(path: string, signal: AbortSignal): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (out) => {
        this.#streams.set(path, out);
        out.enqueue(printBegin(this.#places));
        signal.addEventListener("abort", () => out.error(signal.reason));
      },
    });
    return new Response(body);
  }

  #find({ method, path }: Asked): Answering {
    const train_id = /^\/train_schedule\/(\d+)$/.exec(path)?.[1];
    if (train_id !== undefined) return (asked) => this.#answerTrain(Number(train_id), asked);
    const known = Object.entries(this.#usual).find(([pattern]) =>
      new RegExp(`^${pattern}$`).test(`${method} ${path}`),
    );
    return known?.[1] ?? (() => refusal(404));
  }

  #answerTrain(id: number, { method, headers, body }: Asked): Response {
    const known = this.#trains.get(id);
    if (known === undefined) return refusal(404, { train_schedule_id: id });
    if (method === "PUT") {
      if ((headers.get("if-match") ?? known.tag) !== known.tag) return refusal(412);
      this.put({ ...(body as Train), id });
    }
    const { train, tag } = this.#trains.get(id) ?? known;
    return Response.json(train, { headers: { etag: tag } });
  }

  readonly #usual: Readonly<Record<string, Answering>> = {
    "GET /ready": () => ({ authorization: "enforce" }),
    "GET /authn/me": () => ({
      id: 1,
      name: "Planner",
      app_roles: [],
      builtin_roles: ["timetable:write"],
    }),
    "POST /authz/me/privileges": () => ({
      timetable: [{ resource_id: TIMETABLE, privlvl: "Writer" }],
    }),
    "GET /infra": () => page([{ id: 2, name: "Line", version: "1" }]),
    "GET /infra/2": () => ({ id: 2, name: "Line", version: "1" }),
    "GET /electrical_profile_set": () => [],
    "GET /(work_schedules|temporary_speed_limit_group|light_rolling_stock)": () => page([]),
    "GET /timetable/8/train_schedules": () => page([...this.#trains.values()].map((t) => t.train)),
    "GET /timetable/8/paced_trains": () => page([]),
    "GET /timetable/8/conflicts": () => this.conflicts,
    "GET /timetable/8/statuses": () => '{"count":0}\n',
    "GET /train_schedule/\\d+/path": () => ({
      status: "success",
      track_section_ranges: [
        { track_section: "t", begin: 0, end: LENGTH_MM, direction: "START_TO_STOP" },
      ],
      length: LENGTH_MM,
      path_item_positions: [0, LENGTH_MM / 2, LENGTH_MM],
    }),
    "GET /train_schedule/\\d+/simulation": () => {
      const run = { positions: [0, LENGTH_MM], times: [0, 600_000], speeds: [0, 0] };
      const final_output = { ...run, path_item_times: TIMES_MS, spacing_requirements: [] };
      return { status: "success", base: run, provisional: run, final_output };
    },
    "POST /infra/2/path_properties": () => ({
      operational_points: STATIONS.map((id, i) => ({ id, position: (i * LENGTH_MM) / 2 })),
      zones: { boundaries: [], values: ["zone"] },
    }),
    "POST /v2/train_schedule/project_path": ({ body }) => {
      const { ids } = body as { ids: readonly number[] };
      const space_time_curves = [{ positions: [0, LENGTH_MM], times: [0, 600_000] }];
      return Object.fromEntries(ids.map((id) => [id, { space_time_curves }]));
    },
    "POST /timetable/8/what_if": () => {
      const conflicts = { gone: [], new: [], count_before: 0, count_after: 0 };
      const times = { path_item_times_final: TIMES_MS };
      return { trains: [{ status: "success", length: LENGTH_MM, ...times }], conflicts };
    },
    "POST /timetable/8/acknowledge": () => ({ acknowledged_count: 1, invalid_count: 0 }),
  };
}
