/** Trains of a generated network with wanted times, some kept, some out of reach, and where exports tell their times. */
import { type TimetableFormat } from "../../src/railway/exchange_terms.ts";
import { readTimetableFile } from "../../workers/exchange/read_timetable.ts";
import type { NetworkApi } from "../helpers/network_api.ts";
import type { Random } from "../workers/engine/seeded.ts";

// biome-ignore lint/suspicious/noExplicitAny: forms are made of anything
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = Record<string, any>;

const DAY_MS = 86_400_000;

/** The summary that a trial tells of a train that it adds. */
export async function tryOut(api: NetworkApi, timetable_id: number, added: Json): Promise<Json> {
  const path = `/timetable/${timetable_id}/what_if?infra=${api.infra_id}`;
  return (await api.make("POST", path, { changes: [{ added }] })).json.trains[0];
}

/** The train with times of its fastest run by a share, some in stops; null: it does not run. */
export async function wantTimes(
  api: NetworkApi,
  timetable_id: number,
  { base, share, random }: { readonly base: Json; readonly share: number; readonly random: Random },
): Promise<Json | null> {
  const fastest = await tryOut(api, timetable_id, { ...base, schedule: [] });
  if (fastest["status"] !== "success") return null;
  const places = (base["path"] as Json[]).slice(1);
  const schedule = places.flatMap(({ id }, i): Json[] => {
    const base_ms = fastest["path_item_times_base"][i + 1];
    const arrival_s = Math.round((base_ms * share) / 1000);
    const isStop = i === places.length - 1 || random() < 0.3;
    const arrival = random() < 0.7 ? { arrival: `PT${Math.max(1, arrival_s)}S` } : {};
    return [{ at: id, ...arrival, ...(isStop ? { stop_for: "PT30S" } : {}) }].filter(
      (one) => Object.keys(one).length > 1,
    );
  });
  const constraint_distribution = random() < 0.5 ? "MARECO" : "STANDARD";
  return { ...base, schedule, constraint_distribution };
}

/** The arrivals after the start that a file of the only train of a timetable holds, ms; null: it holds no such train. */
export async function exportedArrivals(
  api: NetworkApi,
  timetable_id: number,
  { format, start_ms }: { readonly format: TimetableFormat; readonly start_ms: number },
): Promise<number[] | null> {
  const query = `format=${format}&infra_id=${api.infra_id}`;
  const { bytes } = await api.make("GET", `/timetable/${timetable_id}/export?${query}`);
  const read = readTimetableFile(format, {
    bytes: Uint8Array.from(bytes),
    rolling_stock_name: "any",
    start_ms: DAY_MS * Math.floor(start_ms / DAY_MS),
    window_ms: DAY_MS,
    is_strict: false,
    stations: null,
  });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const [train] = read.value.form.train_schedules;
  if (train === undefined) return null;
  const begin_ms = Date.parse(train.start_time) - start_ms;
  return train.schedule.flatMap(({ arrival }) =>
    arrival === null ? [] : [begin_ms + Math.round(1000 * Number.parseFloat(arrival.slice(2)))],
  );
}
