// Method: small timetables whose days and times are worked out by hand; drawn ones against a model that counts minutes; spoilt ones by line.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { type Station, StationIndex } from "../../../workers/exchange/timetable/station_index.ts";
import { callsOf } from "../../../workers/exchange/timetable/timetable_form.ts";
import { countTries } from "../../helpers/tried.ts";
import { FPL_LINE, FPL_NETWORK } from "./fpl_files.ts";
import { encode } from "./nge_files.ts";

const DAY_MS = 86_400_000;
const OPTIONS = {
  rolling_stock_name: "Regional 160",
  // A Monday.
  start_ms: Date.UTC(2026, 2, 2),
  window_ms: DAY_MS,
  is_strict: true,
  stations: null as StationIndex | null,
};

function read(text: string, options: Partial<typeof OPTIONS> = {}) {
  const outcome = readTimetableFile("fpl", { ...OPTIONS, ...options, bytes: encode(text) });
  if (!outcome.ok) throw new Error(`${outcome.error.line ?? "-"}: ${outcome.error.reason}`);
  return outcome.value;
}

describe("a timetable of jTrainGraph", () => {
  it("becomes trains of both directions on their days of the week, over midnight too", () => {
    const { form, report } = read(FPL_LINE, { window_ms: 7 * DAY_MS });
    const of = (name: string) =>
      form.train_schedules.filter(({ train_name }) => train_name === name);
    expect(of("P 11").map(({ start_time }) => start_time)).toEqual(
      ["02", "03", "04", "05", "06"].map((day) => `2026-03-${day}T08:00:00Z`),
    );
    expect(of("P 11")[0]).toMatchObject({
      rolling_stock_name: "Regional 160",
      labels: ["V 100", "school"],
      path: [{ trigram: "Alpha" }, { trigram: "Beta" }, { trigram: "Gamma" }, { trigram: "Delta" }],
      schedule: [
        { at: "2", arrival: "PT360S", stop_for: "PT60S" },
        { at: "3", arrival: "PT900S", stop_for: null },
        { at: "4", arrival: "PT1320S", stop_for: "PT0S" },
      ],
    });
    expect(of("N 1")).toHaveLength(7);
    expect(of("N 1")[0]).toMatchObject({
      start_time: "2026-03-02T23:50:00Z",
      path: [{ trigram: "Beta" }, { trigram: "Gamma" }, { trigram: "Delta" }],
      schedule: [{ at: "3", arrival: "PT1800S", stop_for: "PT0S" }],
    });
    expect(of("P 12").map(({ start_time }) => start_time)).toEqual([
      "2026-03-07T09:05:00Z",
      "2026-03-08T09:05:00Z",
    ]);
    expect(of("P 12")[0]).toMatchObject({
      path: [{ trigram: "Gamma" }, { trigram: "Beta" }, { trigram: "Alpha" }],
      schedule: [
        { at: "2", arrival: "PT900S", stop_for: "PT120S" },
        { at: "3", arrival: "PT1530S", stop_for: "PT0S" },
      ],
    });
    expect(report).toMatchObject([
      { code: "transitions_left_out", count: 1 },
      { code: "vehicles_left_out", count: 2 },
    ]);
  });

  it("of a network has trains on their ways", () => {
    expect(read(FPL_NETWORK).form.train_schedules).toMatchObject([
      {
        train_name: "M 1",
        start_time: "2026-03-02T07:00:00Z",
        path: [{ trigram: "Mill" }, { trigram: "Beta" }, { trigram: "Alpha" }],
        schedule: [
          { at: "2", arrival: "PT300S", stop_for: "PT240S" },
          { at: "3", arrival: "PT900S", stop_for: "PT0S" },
        ],
      },
    ]);
  });

  it("keeps its days of the week in a timetable's period, by the clock of its zone", () => {
    const period = { first: "2026-03-01", last: "2026-04-30", time_zone: "Europe/Berlin" };
    const calendar = { period, is_cut: false };
    const { form } = read(FPL_LINE, { calendar } as never);
    const [work] = form.train_schedules.filter(({ train_name }) => train_name === "P 11");
    expect(work).toMatchObject({ days: { weekdays: [1, 2, 3, 4, 5] } });
    expect(work?.start_time.slice(10)).toBe("T07:00:00Z");
    // It starts at 01:50 of the next day, and is one of the day before.
    const late = FPL_LINE.replace('d="23:50"', 'd="25:50"').replace('a="0:20"', 'a="26:20"');
    const night = read(late, { calendar } as never).form.train_schedules.find(
      ({ train_name }) => train_name === "N 1",
    );
    expect(night).toMatchObject({ days: { day_offset: 1, weekdays: [1, 2, 3, 4, 5, 6, 7] } });
    expect(night?.start_time.slice(10)).toBe("T00:50:00Z");
    const without = read(FPL_LINE, { calendar: { period: null, is_cut: false } } as never);
    expect(without.report).toContainEqual(expect.objectContaining({ code: "period_missing" }));
  });

  it("finds stations and tracks of a network, takes its engine where no stock is told, and tells what is not there", () => {
    const station = (name: string): Station => ({
      id: name,
      name,
      trigram: null,
      uic: null,
      secondary_code: null,
      tracks: ["1"],
      place: null,
    });
    const stations = new StationIndex(["Alpha", "Beta", "Gamma"].map(station));
    const options = { stations, window_ms: 7 * DAY_MS, rolling_stock_name: "" };
    const { form, report } = read(FPL_LINE.replace('at="1"', 'at="9"'), options);
    const plain = read(FPL_LINE, options);
    const find = (trains: typeof form.train_schedules, name: string) =>
      trains.find(({ train_name }) => train_name === name);
    expect(find(form.train_schedules, "P 11")).toMatchObject({
      rolling_stock_name: "V 100",
      labels: ["school"],
    });
    expect(find(plain.form.train_schedules, "P 12")?.path.at(-1)).toMatchObject({
      operational_point: "Alpha",
      local_track_name: "1",
    });
    expect(report.map(({ code }) => code).toSorted()).toEqual([
      "platform_left_out",
      "rolling_stock_missing",
      "station_unknown",
      "transitions_left_out",
      "vehicles_left_out",
    ]);
  });

  it("has the times that a count of minutes gives, whatever its direction", () => {
    const step = fc.record({
      run: fc.integer({ min: 0, max: 90 }),
      stop: fc.option(fc.nat({ max: 20 }), { nil: null }),
    });
    fc.assert(
      fc.property(
        fc.nat({ max: 1439 }),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (begin, steps, is_back) => {
          const clock = (minutes: number): string =>
            `${Math.floor((minutes % 1440) / 60)}:${String(minutes % 60).padStart(2, "0")}`;
          let now = begin;
          const expected: [number, number | null][] = [[0, null]];
          const times = [`<t a="" d="${clock(begin)}"/>`];
          for (const [i, { run, stop }] of steps.entries()) {
            now += run;
            const at = now;
            const is_end = i === steps.length - 1;
            const stays = is_end ? null : stop;
            now += stays ?? 0;
            times.push(
              is_end
                ? `<t a="${clock(at)}" d=""/>`
                : `<t a="${stays === null ? "" : clock(at)}" d="${clock(now)}"/>`,
            );
            expected.push([at - begin, is_end ? 0 : stays]);
          }
          if (now - begin >= 1440) return;
          const names = times.map((_, i) => `<sta name="S${i}"/>`);
          const [element, ordered, told] = is_back
            ? ["ta", names.toReversed(), times.toReversed()]
            : ["ti", names, times];
          const text = `<jTrainGraph_timetable version="010"><stations>${(ordered as string[]).join("")}</stations><trains><${element as string} name="x">${(told as string[]).join("")}</${element as string}></trains></jTrainGraph_timetable>`;
          const [train] = read(text).form.train_schedules;
          if (train === undefined) throw new Error("no train");
          expect(train.start_time).toBe(
            new Date(OPTIONS.start_ms + begin * 60_000).toISOString().replace(".000", ""),
          );
          expect(
            callsOf(train).map(({ arrival_ms, stop_ms }) => [
              (arrival_ms ?? 0) / 60_000,
              stop_ms === null ? null : stop_ms / 60_000,
            ]),
          ).toEqual(expected);
          expect(train.path.map((place) => ("trigram" in place ? place.trigram : ""))).toEqual(
            times.map((_, i) => `S${i}`),
          );
        },
      ),
      { numRuns: countTries({ few: 100, many: 1000 }) },
    );
  });

  it.each([
    ["another root", "<a/>", 1, "root must be jTrainGraph_timetable"],
    ["an old version", "<fahrplandaten/>", 1, "save it again"],
    ["a time that is none", FPL_LINE.replace("08:06", "08:66"), 11, "a is no time"],
    ["times in a wrong order", FPL_LINE.replace("08:06", "07:06"), 10, "wrong order"],
    ["days of other signs", FPL_LINE.replace("1111100", "MoFr"), 10, "seven times"],
    [
      "more times than stations",
      FPL_LINE.replace('<t a="08:22" d=""/>', '<t a="08:22" d=""/><t/>'),
      11,
      "more times",
    ],
    ["one time alone", FPL_LINE.replace('<t a="0:20" d=""/>', "<t/>"), 13, "fewer than two"],
    [
      "a station that is not there",
      FPL_NETWORK.replace('<t fpl-id="2"', '<t fpl-id="7"'),
      11,
      "no station '7'",
    ],
  ])("with %s is refused by line, or left out and told", (_what, text, line, reason) => {
    const outcome = readTimetableFile("fpl", { ...OPTIONS, bytes: encode(text) });
    expect(outcome.ok ? null : outcome.error).toMatchObject({
      reason: expect.stringContaining(reason),
    });
    if (!outcome.ok) expect(Math.abs((outcome.error.line ?? 0) - line)).toBeLessThan(2);
    if (!text.includes("P 11") && !text.includes("N 1")) return;
    const left = read(text, { is_strict: false });
    expect(left.report).toContainEqual(expect.objectContaining({ code: "faulty_left_out" }));
    expect(left.form.train_schedules).toHaveLength(1);
  });
});
