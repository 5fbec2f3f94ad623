// Method: random changes of random dated timetables are tried, on a date and on all days, and then stored; what the trials have told is compared with the conflicts of each date before and after that.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { spellOn } from "./all_days.ts";
import {
  type DatedTimetable,
  drawDated,
  drawDatedForm,
  type Json,
  LONG_PERIODS,
  listDates,
  PERIODS,
  type Period,
} from "./dated_trains.ts";
import { pick, startLiveWorld } from "./live_world.ts";

const world = opened(startLiveWorld);

/** Of each period. */
const SEEDS = countTries({ few: 3, many: 72 });

function drawChanges(random: Random, { records, period }: DatedTimetable): Json[] {
  const left = [...records];
  return Array.from({ length: wholeBetween(random, 1, 4) }, (): Json => {
    const is_paced = random() < 0.4;
    const form = drawDatedForm(random, world, period, is_paced);
    const what = pick(random, ["shift", "train", "removed", "added", "days"]);
    if (what === "added") return { added: form };
    const [{ kind, id, timetable_id: _, ...record } = {}] = left.splice(
      wholeBetween(random, 0, left.length - 1),
      1,
    );
    const name = {
      kind,
      id,
      ...(kind === "paced_train" && random() < 0.3 && what !== "days" ? { occurrence_key: 0 } : {}),
    };
    const minutes = wholeBetween(random, 1, 40);
    if (what === "shift") return { ...name, shift: `${random() < 0.5 ? "-" : ""}PT${minutes}M` };
    if (what === "removed") return { ...name, removed: true };
    if (what === "days") {
      return {
        ...name,
        train: { ...record, days: { weekdays: [1, 2, 3, 4, 5, 6, 7], except: [period.first] } },
      };
    }
    const {
      days: _days,
      paced,
      exceptions,
      ...train
    } = drawDatedForm(random, world, period, kind === "paced_train");
    if ("occurrence_key" in name || kind === "train_schedule") return { ...name, train };
    return { ...name, train: { ...train, paced, exceptions } };
  });
}

/** With added trains named by their change, whether they are stored or not. */
function spell(
  conflict: Json,
  date: string,
  zone: string,
  made: ReadonlyMap<number, number>,
): string {
  const {
    train_ids,
    train_day_shifts,
    paced_train_occurrence_ids,
    added_trains = [],
    ...rest
  } = conflict;
  const trains = [
    ...train_ids.map((id: number, i: number) => ({ id, day_shift: train_day_shifts[i] })),
    ...paced_train_occurrence_ids,
    ...added_trains,
  ].map(
    ({
      id,
      paced_train_id,
      change = made.get(id ?? paced_train_id),
      exception_key,
      ...which
    }: Json) =>
      JSON.stringify([
        change ?? `${id ?? "paced"} ${paced_train_id}`,
        which["index"] ?? exception_key,
        which["day_shift"],
      ]),
  );
  return spellOn({ ...rest, train_ids: trains.sort() }, date, zone);
}

const subtract = (texts: readonly string[], others: readonly string[]): string[] =>
  texts.filter((one) => !others.includes(one)).sort();

async function compareTrial(random: Random, period: Period, query: string): Promise<number> {
  const timetable = await drawDated(random, world, period, [12, 2]);
  const { id } = timetable;
  const dates = listDates(period);
  const read = async (): Promise<Json[][]> => {
    const lists: Json[][] = [];
    for (const date of dates) {
      lists.push(
        (await world.make("GET", `/timetable/${id}/conflicts?${query}&date=${date}`)).json,
      );
    }
    return lists;
  };
  const body = { changes: drawChanges(random, timetable) };
  const task_count = world.compute.runs.length;
  const tried = await world.call("POST", `/timetable/${id}/what_if/days?${query}`, body);
  if (tried.status === 422) return 0;
  expect([tried.status, tried.text]).toEqual([200, tried.text]);
  const tasks = world.compute.runs.slice(task_count);
  // all once, and what is tried beside it; under temporary limits date by date
  const beside = query === world.queries[0] ? ["fold_conflicts", "update_folded"] : [];
  expect(tasks.filter((one) => /fold/.test(one) && one !== "list_folded")).toEqual(beside);
  const place = wholeBetween(random, 0, dates.length - 1);
  const path = `/timetable/${id}/what_if?${query}&date=${dates[place]}`;
  const of_date: Json = (await world.make("POST", path, body)).json;
  expect(of_date["trains"]).toEqual(tried.json.trains);
  const undated = (await world.make("POST", `/timetable/${id}/what_if?${query}`, body)).json;
  expect(tried.json.trains).toEqual(undated.trains);
  const before = await read();
  const { trains } = (await world.make("POST", `/timetable/${id}/changes`, body)).json;
  const after = await read();
  const made = new Map<number, number>(
    body.changes.flatMap((one, i) => ("added" in one ? [[trains[i].id, i] as const] : [])),
  );
  const { day_sets, conflicts } = tried.json;
  let seen = 0;
  for (const [i, date] of dates.entries()) {
    const text = (one: Json): string => spell(one, date, period.time_zone, made);
    const [was, becomes] = [(before[i] ?? []).map(text), (after[i] ?? []).map(text)];
    const wanted = [subtract(was, becomes), subtract(becomes, was)];
    seen += wanted.flat().length;
    const bit = (Date.parse(date) - Date.parse(period.first)) / 86_400_000;
    const told = [conflicts.gone, conflicts.new].map((list: Json[]) =>
      list
        .filter(({ day_set }) => day_sets[day_set].bits[bit] === "1")
        .map((one) => spell(one, day_sets[one["day_set"]].first, period.time_zone, made))
        .sort(),
    );
    expect([date, ...told]).toEqual([date, ...wanted]);
    if (i !== place) continue;
    expect(
      [of_date["conflicts"].gone, of_date["conflicts"].new].map((list: Json[]) =>
        list.map(text).sort(),
      ),
    ).toEqual(wanted);
    expect([of_date["conflicts"].count_before, of_date["conflicts"].count_after]).toEqual([
      was.length,
      becomes.length,
    ]);
  }
  return seen;
}

describe.each([...PERIODS, ...LONG_PERIODS.slice(0, 1)])(
  "a trial in $time_zone from $first",
  (period) => {
    it("tells what becomes of the conflicts of each date", async () => {
      let seen = 0;
      for (let seed = 0; seed < SEEDS; seed++) {
        const random = makeRandom(Date.parse(period.first) + 7000 + seed);
        seen += await compareTrial(random, period, world.queries[seed % 3 === 2 ? 4 : 0] ?? "");
      }
      expect(seen).toBeGreaterThan(5);
    });
  },
);

describe("a trial of a date", () => {
  it("needs a period, and a date of it", async () => {
    const query = world.queries[0] ?? "";
    const { timetable_id: plain } = (await world.make("POST", "/timetable")).json;
    const period = { first: "2026-01-01", last: "2026-01-31", time_zone: "UTC" };
    const { timetable_id: dated } = (await world.make("POST", "/timetable", { period })).json;
    const body = { changes: [{ added: world.forms[0] }] };
    const ask = async (path: string): Promise<unknown[]> => {
      const { status, json } = await world.call("POST", `/timetable/${path}`, body);
      return [status, json.type];
    };
    expect(await ask(`${plain}/what_if/days?${query}`)).toEqual([
      400,
      "editoast:timetable:NoPeriod",
    ]);
    const one_date = `what_if?${query}&date=2026-02-01`;
    expect(await ask(`${plain}/${one_date}`)).toEqual([400, "editoast:timetable:NoPeriod"]);
    expect(await ask(`${dated}/${one_date}`)).toEqual([
      400,
      "editoast:timetable:DateOutsidePeriod",
    ]);
  });
});
