// Method: random trains of few names; what is told at each way of storing them beside sets of dates that Temporal gives of each train by itself.
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { startTimetableApi } from "../helpers/timetable_api.ts";
import { type Json, validPacedTrain, validTrain } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTimetableApi);
const PERIOD = { first: "2026-03-23", last: "2026-04-05", time_zone: "Europe/Berlin" };
const EASTER = { code: "easter", name: "Easter", dates: ["2026-04-03", "2026-04-05"] };
const NAMES = ["IC 1", 'a "quoted" \\ name', "Zürich\u2028–Chur"];
const DATES = Array.from({ length: 14 }, (_, i) =>
  Temporal.PlainDate.from(PERIOD.first).add({ days: i }).toString(),
);

interface Drawn {
  readonly name: string;
  readonly is_paced: boolean;
  /** From the first date at 00:00 UTC. */
  readonly start_h: number;
  readonly days: {
    readonly weekdays: number[];
    readonly except: string[];
    readonly also: string[];
  } | null;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  name: fc.constantFrom(...NAMES),
  is_paced: fc.boolean(),
  start_h: fc.integer({ min: -30, max: 15 * 24 }),
  days: fc.option(
    fc.record({
      weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { maxLength: 2 }),
      except: fc.subarray(["easter", ...DATES], { maxLength: 3 }),
      also: fc.subarray(["2025-01-01", ...DATES], { maxLength: 1 }),
    }),
  ),
});

function formOf({ name, is_paced, start_h, days }: Drawn): Json {
  const start = Temporal.Instant.from(`${PERIOD.first}T00:00Z`).add({ hours: start_h });
  const change = { train_name: name, start_time: start.toString(), ...(days !== null && { days }) };
  return is_paced ? validPacedTrain({ ...change, exceptions: undefined }) : validTrain(change);
}

/** The dates of the period on which it runs. */
function datesOf({ start_time, days }: Json): string[] {
  if (days === undefined) {
    const instant = Temporal.Instant.from(String(start_time));
    const own = instant.toZonedDateTimeISO(PERIOD.time_zone).toPlainDate().toString();
    return DATES.filter((date) => date === own);
  }
  const { weekdays, except, also } = days as NonNullable<Drawn["days"]>;
  return DATES.filter((date) => {
    if (also.includes(date)) return true;
    if (except.includes(date) || (except.includes("easter") && EASTER.dates.includes(date)))
      return false;
    return weekdays.includes(Temporal.PlainDate.from(date).dayOfWeek);
  });
}

/** By id, in the timetable as it is then. */
type Known = ReadonlyMap<number, Json>;

/** What is told of some of the trains. */
function judge(known: Known, asked: readonly number[]): Json[] {
  const isShared = (id: number, train: Json): boolean =>
    [...known].some(
      ([other, { train_name, ...one }]) =>
        other !== id &&
        train_name === train["train_name"] &&
        datesOf(one).some((date) => datesOf(train).includes(date)),
    );
  const trains = asked.toSorted((a, b) => a - b).map((id) => [id, known.get(id) ?? {}] as const);
  const never = trains.filter(([, train]) => datesOf(train).length === 0);
  const found = {
    runs_never: never.filter(([, train]) => "days" in train),
    outside_period: never.filter(([, train]) => !("days" in train)),
    same_name_same_day: trains.filter(([id, train]) => isShared(id, train)),
  };
  return Object.entries(found).flatMap(([code, [first, ...others]]) => {
    if (first === undefined) return [];
    const element = "paced" in first[1] ? "paced_train" : "train_schedule";
    return [{ code, where: { element, id: String(first[0]) }, count: 1 + others.length }];
  });
}

const byCode = (a: Json, b: Json): number => String(a["code"]).localeCompare(String(b["code"]));

function told({ headers }: { headers: Readonly<Record<string, string>> }): Json[] {
  const rows: Json[] = JSON.parse(headers["x-warnings"] ?? "[]");
  return rows.map(({ code, where, count }) => ({ code, where, count })).sort(byCode);
}

const DRAWS = fc.tuple(
  fc.array(drawn, { minLength: 1, maxLength: 4 }),
  fc.array(drawn, { minLength: 1, maxLength: 4 }),
  drawn,
);

it("tells who runs never, outside the period, or beside a train of the same name, at each way of storing", async () => {
  const codes = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(DRAWS, async ([made, added, changed]) => {
      const id = (await api.make("POST", "/timetable", { period: PERIOD })).json.timetable_id;
      await api.make("POST", `/timetable/${id}/day_lists`, EASTER);
      const known = new Map<number, Json>();
      const expectTold = (answer: { headers: Readonly<Record<string, string>> }, ids: number[]) => {
        const rows = judge(known, ids).sort(byCode);
        expect(told(answer)).toEqual(rows);
        for (const { code } of rows) codes.add(code);
      };
      for (const kind of ["train_schedule", "paced_train"]) {
        const forms = made.map((one) => formOf({ ...one, is_paced: kind === "paced_train" }));
        const answer = await api.make("POST", `/timetable/${id}/${kind}s`, forms);
        const ids = (answer.json as { id: number }[]).map((one) => one.id);
        for (const [i, one] of ids.entries()) known.set(one, forms[i] ?? {});
        expectTold(answer, ids);
      }
      const [first = 0, second = 0] = known.keys();
      const put = formOf({ ...changed, is_paced: false });
      known.set(first, put);
      const whole = { days: null, ...put };
      expectTold(await api.call("PUT", `/train_schedule/${first}`, whole), [first]);
      const forms = added.map(formOf);
      const removals =
        made.length < 2 ? [] : [{ kind: "train_schedule", id: second, removed: true }];
      const changes = [...forms.map((one) => ({ added: one })), ...removals];
      const stored = await api.make("POST", `/timetable/${id}/changes`, { changes });
      const rows: { id: number }[] = stored.json.trains.filter((one: unknown) => one !== null);
      for (const one of removals) known.delete(one.id);
      for (const [i, one] of rows.entries()) known.set(one.id, forms[i] ?? {});
      expectTold(
        stored,
        rows.map((one) => one.id),
      );
      // another list, and the same period again
      const list = await api.call("PUT", `/timetable/${id}/day_lists/easter`, EASTER);
      expectTold(list, [...known.keys()]);
      const period = await api.call("PUT", `/timetable/${id}`, { period: PERIOD });
      expectTold(period, [...known.keys()]);
    }),
    { numRuns: 40 },
  );
  expect(codes).toEqual(new Set(["outside_period", "runs_never", "same_name_same_day"]));
});

it("tells nothing where there is no period", async () => {
  const id = await api.newTimetable();
  const twice = await api.make("POST", `/timetable/${id}/train_schedules`, [
    validTrain(),
    validTrain(),
  ]);
  expect(twice.headers["x-warnings"]).toBe(undefined);
  const put = await api.call("PUT", `/timetable/${id}`, { period: null });
  expect([put.status, put.headers["x-warnings"]]).toEqual([200, undefined]);
});
