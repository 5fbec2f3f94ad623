/**
 * A server behind `fetch` with one timetable on a line of three stations: it keeps trains with their tags as the real one
 * does, and answers the rest with what a test has put there.
 */
import { printBegin, printEvents } from "../../../src/platform/events/event_text.ts";
import { POINT_DEFAULTS, TRAIN_DEFAULTS } from "../../../src/railway/train_defaults.ts";
import type { Schemas } from "../../../web/src/api/client.ts";
import { listOccurrences } from "../../../web/src/graph/occurrences.ts";

export type Train = Schemas["TrainScheduleResult"];
export type Service = Schemas["PacedTrainResult"];
type SentConflict = Schemas["WhatIfResult"]["conflicts"]["new"][number];

export const TIMETABLE = 8;

const GIVEN = { timetable_id: TIMETABLE, modified_by: null, modified_at: null } as const;

export function makeTrain(id: number, more: Partial<Train> = {}): Train {
  const waypoint = (name: string) => ({ id: name, deleted: false, operational_point: name });
  return {
    id,
    ...GIVEN,
    ...TRAIN_DEFAULTS,
    train_name: `train ${id}`,
    rolling_stock_name: "stock",
    start_time: "2026-03-02T05:00:00Z",
    path: [waypoint("a"), waypoint("b"), waypoint("c")],
    schedule: [
      { ...POINT_DEFAULTS, at: "b", stop_for: "PT60S" },
      { ...POINT_DEFAULTS, at: "c" },
    ],
    margins: { boundaries: [], values: ["5%"] },
    constraint_distribution: "LINEAR",
    ...more,
  };
}

export function makeService(id: number, more: Partial<Service> = {}): Service {
  const paced = { time_window: "PT4H", interval: "PT1H" };
  return { ...makeTrain(id), train_name: `service ${id}`, paced, exceptions: [], ...more };
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

interface Projected {
  readonly trains: {
    readonly train_schedules: readonly number[];
    readonly paced_trains: readonly number[];
  };
  readonly zones?: readonly string[];
  readonly tracks?: readonly string[];
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** The content of a success, or a whole answer. */
type Answering = (asked: Asked) => unknown;

function page(all: readonly unknown[], query = new URLSearchParams()) {
  const [current, page_size] = [
    Number(query.get("page") ?? 1),
    Number(query.get("page_size") ?? 200),
  ];
  const page_count = Math.max(1, Math.ceil(all.length / page_size));
  return {
    count: all.length,
    page_size,
    page_count,
    current,
    previous: current === 1 ? null : current - 1,
    next: current === page_count ? null : current + 1,
    results: all.slice((current - 1) * page_size, current * page_size),
  };
}

export function refusal(status: number, context: Readonly<Record<string, unknown>> = {}): Response {
  const error = { status, type: "editoast:Test", context, message: "a server's own words" };
  return Response.json(error, { status });
}

/** A change of a train, of any of the forms that the page sends. */
interface Change {
  readonly id?: number;
  readonly version?: string;
  readonly removed?: true;
  readonly added?: Partial<Train>;
  readonly train?: Partial<Train>;
  readonly shift?: string;
}

function later({ start_time }: Pick<Train, "start_time">, shift: string): string {
  const [, sign, seconds] = /^(-?)PT([\d.]+)S$/.exec(shift) ?? [];
  const by_ms = Number(`${sign}${seconds}`) * 1000;
  return new Date(Date.parse(start_time) + by_ms).toISOString().replace(".000Z", "Z");
}

const STATIONS = ["a", "b", "c"];
const LENGTH_MM = 20_000_000;
const TIMES_MS = [0, 300_000, 600_000];
const PROPERTIES = {
  operational_points: STATIONS.map((id, i) => ({ id, position: (i * LENGTH_MM) / 2 })),
  zones: { boundaries: [], values: ["zone"] },
};

export class FakeServer {
  readonly asked: string[] = [];
  conflicts: readonly SentConflict[] = [];
  /** Tracks that lie on the axis without a train. */
  placed_tracks: readonly { readonly id: string }[] = [];
  readonly #trains = new Map<number, { readonly train: Train | Service; readonly tag: string }>();
  /** What was made under a key. */
  readonly #answered = new Map<string, unknown>();
  #ids = 100;
  readonly #own = new Map<string, Answering>();
  readonly #streams = new Map<string, ReadableStreamDefaultController<Uint8Array>>();
  /** How often answers have been given. */
  rounds = 0;
  #gate: Promise<void> | null = null;
  #is_in_rounds = false;
  #tags = 0;
  #places = 10;

  /** As anybody else would store it. */
  put(train: Train | Service): string {
    const tag = `"${++this.#tags}"`;
    this.#trains.set(train.id, { train, tag });
    return tag;
  }

  delete(id: number): void {
    this.#trains.delete(id);
  }

  get(id: number): Train | Service | null {
    return this.#trains.get(id)?.train ?? null;
  }

  all(): (Train | Service)[] {
    return [...this.#trains.values()].map(({ train }) => train);
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
      signal: request.signal,
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
    const train_id = /^\/(?:train_schedule|paced_train)\/(\d+)$/.exec(path)?.[1];
    if (train_id !== undefined) return () => this.#answerTrain(Number(train_id));
    const known = Object.entries(this.#usual).find(([pattern]) =>
      new RegExp(`^${pattern}$`).test(`${method} ${path}`),
    );
    return known?.[1] ?? (() => refusal(404));
  }

  #answerTrain(id: number): Response {
    const known = this.#trains.get(id);
    if (known === undefined) return refusal(404, { train_schedule_id: id });
    return Response.json(known.train, { headers: { etag: known.tag } });
  }

  /** As the real one: all or none, once under a key. */
  #store({ headers, body }: Asked): unknown {
    const key = headers.get("idempotency-key") ?? "";
    const before = this.#answered.get(key);
    if (before !== undefined) return before;
    const { changes } = body as { changes: readonly Change[] };
    for (const { id, version } of changes) {
      const known = id === undefined ? null : this.#trains.get(id);
      if (known === undefined) return refusal(404, { train_schedule_id: id });
      if (known !== null && (version ?? known.tag) !== known.tag) return refusal(412);
    }
    const answer = { trains: changes.map((change) => this.#change(change)), undo: [] };
    this.#answered.set(key, answer);
    return answer;
  }

  #change({ id = ++this.#ids, removed, added, train, shift, version: _version }: Change): unknown {
    const known = this.#trains.get(id)?.train;
    if (removed === true) {
      this.delete(id);
      return null;
    }
    const moved =
      known === undefined || shift === undefined ? {} : { start_time: later(known, shift) };
    const made = { ...known, ...added, ...train, ...moved, id, ...GIVEN } as Train;
    const kind = "paced" in made ? "paced_train" : "train_schedule";
    return { kind, id, etag: this.put(made), train: made };
  }

  /** All trains stop at all stations, and run as fast. */
  #project({ trains: { train_schedules, paced_trains }, zones = [], tracks }: Projected): string {
    const run = {
      run: 0,
      passes: {
        axis_index: [0, 1, 2],
        arrives_after: [0, 300_000, 300_000],
        stays: [0, 0, 0],
        track: ["t", "t", "t"],
        waypoint: [0, 1, 2],
        stops: [1, 2],
        estimated: [],
      },
      lines: [
        {
          segments: [{ time_steps: [0, 600_000], position_steps: [0, LENGTH_MM], bypasses: [] }],
        },
      ],
      // Between the first two stations.
      zones: {
        zone: zones,
        begin: zones.map(() => LENGTH_MM / 8),
        end: zones.map(() => LENGTH_MM / 4),
      },
    };
    const trains = [...train_schedules, ...paced_trains].flatMap((id): object[] => {
      const one = this.#trains.get(id)?.train;
      if (one === undefined) return [];
      const known = { id, run: 0, start: one.start_time };
      if (!("paced" in one)) return [{ ...known, kind: "train_schedule", occurrence: null }];
      return listOccurrences(one as never).map(({ index, exception_key }) => ({
        ...known,
        kind: "paced_train",
        occurrence: {
          ...(index !== null && { index }),
          ...(exception_key !== null && { exception_key }),
        },
      }));
    });
    const lines = [
      {
        operational_points: [],
        ...(tracks && { tracks: this.placed_tracks.filter(({ id }) => tracks.includes(id)) }),
      },
      { runs: [run], trains, not_here: [] },
      { counts: { trains: trains.length } },
    ];
    return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
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
    "GET /timetable/8/train_schedules": ({ query }) =>
      page(
        this.all().filter((one) => !("paced" in one)),
        query,
      ),
    "GET /timetable/8/paced_trains": ({ query }) =>
      page(
        this.all().filter((one) => "paced" in one),
        query,
      ),
    "POST /timetable/8/changes": (asked) => this.#store(asked),
    "GET /timetable/8/conflicts": () => this.conflicts,
    "GET /timetable/8/statuses": () => '{"count":0}\n',
    "GET /(train_schedule|paced_train)/\\d+/path": () => ({
      status: "success",
      track_section_ranges: [
        { track_section: "t", begin: 0, end: LENGTH_MM, direction: "START_TO_STOP" },
      ],
      length: LENGTH_MM,
      path_item_positions: [0, LENGTH_MM / 2, LENGTH_MM],
      properties: PROPERTIES,
    }),
    "GET /(train_schedule|paced_train)/\\d+/simulation": () => {
      const run = { positions: [0, LENGTH_MM], times: [0, 600_000], speeds: [0, 0] };
      const final_output = { ...run, path_item_times: TIMES_MS, spacing_requirements: [] };
      return { status: "success", base: run, provisional: run, final_output };
    },
    "POST /infra/2/path_properties": () => PROPERTIES,
    "POST /timetable/\\d+/project_stations": ({ body }) => this.#project(body as Projected),
    "POST /timetable/8/what_if": ({ body }) => {
      const conflicts = { gone: [], new: [], count_before: 0, count_after: 0 };
      const run = { status: "success", length: LENGTH_MM, path_item_times_final: TIMES_MS };
      const { changes } = body as { changes: readonly Change[] };
      return { trains: changes.map(({ removed }) => (removed === true ? null : run)), conflicts };
    },
    "POST /timetable/8/acknowledge": () => ({ acknowledged_count: 1, invalid_count: 0 }),
  };
}
