/** Drawn networks with trains and services on a server within the process, what answers a page there, and the trains' own runs. */
import { expect } from "vitest";
import { printBegin } from "../../../src/platform/events/event_text.ts";
import type { TestApi } from "../../helpers/api.ts";
import { parseCsvRecords } from "../../helpers/parse_csv.ts";
import { validTrain } from "../../platform/http/rules/valid_forms.ts";
import type { DrawnLines, DrawnTrain } from "../../workers/engine/projection/drawn_lines.ts";
import type { PrintedTrain } from "../../workers/engine/projection/station_oracle.ts";
import { type Random, wholeBetween } from "../../workers/engine/seeded.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at many places
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** Two hours in which trains start: of an ordinary day, of a night in which clocks go back, and over midnight. */
const SPANS = [
  { zone: "UTC", first: "2024-05-22T07:00:00Z" },
  { zone: "Europe/Berlin", first: "2024-10-26T23:30:00Z" },
  { zone: "Asia/Kathmandu", first: "2024-05-22T17:00:00Z" },
] as const;
/** Key of the exceptions with another stock. */
const SLOW = "slow";

/** `fetch` of a page on that server; its streams of events say nothing. */
export async function answerPage(api: TestApi, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = pathname.replace("/planner", "");
  if (path.endsWith("/events")) {
    const { signal } = request;
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (out) => {
          out.enqueue(printBegin(1));
          signal.addEventListener("abort", () => out.error(signal.reason));
        },
      }),
    );
  }
  const text = await request.text();
  const answer = await api.send({
    method: request.method,
    path: path + search,
    headers: Object.fromEntries(request.headers),
    ...(text !== "" && { body: text }),
  });
  request.signal.throwIfAborted();
  const body = answer.status === 204 ? null : Buffer.from(answer.bytes);
  return new Response(body, { status: answer.status, headers: answer.headers });
}

export interface Place {
  readonly infra: number;
  readonly timetable: number;
  /** The same trains at other starts. */
  readonly other: number;
  readonly shifts_ms: ReadonlyMap<string, number>;
  readonly stops_of: ReadonlyMap<string, readonly (number | null)[]>;
}

export function spanOf(seed: number): (typeof SPANS)[number] {
  return SPANS[seed % SPANS.length]!;
}

function formOf({ items, stops_ms }: DrawnTrain, change: Json): Json {
  return validTrain({
    rolling_stock_name: "stock",
    path: items.map((item, i) => {
      const id = `p${i}`;
      if (item.kind === "track_offset") return { id, track: item.track, offset: item.offset_mm };
      if (item.kind !== "operational_point") throw new Error("drawn trains name points or places");
      const { operational_point, track_id } = item;
      return {
        id,
        operational_point,
        ...(track_id === undefined ? {} : { track_reference: { track_id } }),
      };
    }),
    schedule: stops_ms.flatMap((stop, i) =>
      stop === null || i === 0 ? [] : [{ at: `p${i}`, stop_for: `PT${stop / 1000}S` }],
    ),
    ...change,
  });
}

/** Each of a service's trains has a name of its own. */
function serviceOf(t: number, start: (key: string) => string): Json {
  return {
    paced: { time_window: "PT2H", interval: "PT30M" },
    numbering: { first: 1000 * (t + 1), step: 2, suffix: "" },
    exceptions: [
      { key: "off", occurrence_index: 1, disabled: true },
      {
        key: "more",
        start_time: { value: start(`more ${t}`) },
        train_name: { value: `more ${t}` },
      },
      {
        key: SLOW,
        occurrence_index: 2,
        rolling_stock: { rolling_stock_name: "slow stock", comfort: "STANDARD" },
      },
    ],
  };
}

export async function openPlace(
  api: TestApi,
  seed: number,
  { lines, random }: { readonly lines: DrawnLines; readonly random: Random },
): Promise<Place> {
  const { infra } = (await api.make("POST", `/infra/railjson?name=own ${seed}`, lines.document))
    .json;
  const drawn = lines.trains.filter(({ items }) => items.length > 1);
  const seconds = new Map<string, number>();
  const startOf = (key: string, shift_s = 0): string => {
    const second = seconds.get(key) ?? wholeBetween(random, 0, 2 * 3600);
    seconds.set(key, second);
    return new Date(Date.parse(spanOf(seed).first) + (second + shift_s) * 1000).toISOString();
  };
  const shifts_ms = new Map<string, number>();
  const make = async (is_shifted: boolean): Promise<[number, Json, Json]> => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const form = (train: DrawnTrain, train_name: string, more: Json = {}): Json => {
      const shift_s = is_shifted ? wholeBetween(random, -600, 600) : 0;
      if (is_shifted) shifts_ms.set(train_name, shift_s * 1000);
      return formOf(train, { train_name, start_time: startOf(train_name, shift_s), ...more });
    };
    const path = `/timetable/${timetable_id}`;
    const single = drawn.map((train, t) => form(train, `single ${t}`));
    const services = drawn
      .slice(0, 2)
      .map((train, t) => form(train, `service ${t}`, serviceOf(t, startOf)));
    const schedules = (await api.make("POST", `${path}/train_schedules`, single)).json;
    const paced = (await api.make("POST", `${path}/paced_trains`, services)).json;
    return [timetable_id, schedules, paced];
  };
  const [timetable, schedules, paced] = await make(false);
  const [other] = await make(true);
  const stops_of = new Map<string, DrawnTrain["stops_ms"]>();
  const keepStops = (kind: string, made: readonly { id: number }[]): void => {
    for (const [t, { id }] of made.entries()) stops_of.set(`${kind} ${id}`, drawn[t]!.stops_ms);
  };
  keepStops("train_schedule", schedules);
  keepStops("paced_train", paced);
  return { infra, timetable, other, shifts_ms, stops_of };
}

/** What is right for a train. */
export interface Truth {
  readonly key: string;
  readonly printed: PrintedTrain | null;
  readonly start_ms: number;
  /** By waypoint, ms since the epoch. */
  readonly waypoints: readonly { readonly arrival: number; readonly departure: number }[];
}

export type Row = Record<string, string>;

const keyOf = ({ kind = "", id = "", occurrence = "", exception_key = "" }: Row): string =>
  kind === "train_schedule"
    ? `${kind} ${id}`
    : `${kind} ${id} ${occurrence || "-"} ${exception_key || "-"}`;

export async function readTimes(
  api: TestApi,
  { timetable, infra }: Pick<Place, "timetable" | "infra">,
): Promise<Map<string, Row[]>> {
  const { text } = await api.make("GET", `/timetable/${timetable}/times?infra=${infra}`);
  const rows_of = new Map<string, Row[]>();
  for (const row of parseCsvRecords(text)) {
    rows_of.set(keyOf(row), [...(rows_of.get(keyOf(row)) ?? []), row]);
  }
  return rows_of;
}

/** The runs of all trains, without any answer about stations. */
export async function readTruths(
  api: TestApi,
  { timetable, infra, stops_of }: Place,
): Promise<Map<string, Truth>> {
  const rows_of = await readTimes(api, { timetable, infra });
  const printed_of = new Map<string, PrintedTrain | null>();
  const truths = new Map<string, Truth>();
  for (const [key, rows] of rows_of) {
    const { kind = "", id = "", exception_key = "" } = rows[0]!;
    const is_slow = exception_key === SLOW;
    // One that only starts at another time runs as the others do.
    const own = `${kind} ${id} ${is_slow}`;
    if (!printed_of.has(own)) {
      const asked = is_slow ? `&exception_key=${SLOW}` : "";
      const of = `/${kind}/${id}`;
      const path = (await api.make("GET", `${of}/path?infra=${infra}${asked}`)).json;
      const run = (await api.make("GET", `${of}/simulation?infra=${infra}${asked}`)).json;
      const has_run = path.status === "success" && run.status === "success";
      printed_of.set(
        own,
        has_run
          ? {
              ranges: path.track_section_ranges,
              item_positions: path.path_item_positions,
              item_times: run.final_output.path_item_times,
              stops_ms: stops_of.get(`${kind} ${id}`)!,
              positions: run.final_output.positions,
              times: run.final_output.times,
            }
          : null,
      );
    }
    const printed = printed_of.get(own)!;
    const waypoints = printed === null ? [] : rows.map(readWaypoint);
    const start_ms = (waypoints[0]?.arrival ?? 0) - (printed?.item_times[0] ?? 0);
    for (const [i, { arrival }] of waypoints.entries()) {
      expect(arrival - start_ms).toBe(printed!.item_times[i]);
    }
    truths.set(key, { key, printed, start_ms, waypoints });
  }
  return truths;
}

export const readWaypoint = ({
  arrival = "",
  departure = "",
}: Row): Truth["waypoints"][number] => ({
  arrival: Date.parse(arrival),
  departure: Date.parse(departure),
});
