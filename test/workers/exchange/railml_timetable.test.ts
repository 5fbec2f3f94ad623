// Method: a small railML timetable with days and times worked out by hand; drawn timetables out, in and out again.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { datetimeMs, printDateTime } from "../../../src/railway/iso8601.ts";
import { COMFORTS, MAIN_CATEGORIES } from "../../../src/railway/train_defaults.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import type { TimetableForm } from "../../../workers/exchange/timetable/timetable_form.ts";
import { writeTimetableFile } from "../../../workers/exchange/write_timetable.ts";
import { countTries } from "../../helpers/tried.ts";
import {
  drawnNumbered,
  drawnOddities,
  drawnTrains,
  label,
  nameNumbered,
  withOddities,
  word,
} from "./drawn_timetables.ts";
import { encode } from "./nge_files.ts";
import { RAILML_TIMETABLE, RAILML3_TIMETABLE } from "./railml_timetable_files.ts";

const DAY_MS = 86_400_000;
const OPTIONS = {
  rolling_stock_name: "Regional 160",
  start_ms: Date.UTC(2026, 2, 2),
  window_ms: 3 * DAY_MS,
  is_strict: true,
  stations: null,
};

function read(text: string | Uint8Array, options: Partial<typeof OPTIONS> = {}) {
  const bytes = typeof text === "string" ? encode(text) : text;
  const outcome = readTimetableFile("railml", { ...OPTIONS, ...options, bytes });
  if (!outcome.ok) throw new Error(`${outcome.error.line ?? "-"}: ${outcome.error.reason}`);
  return outcome.value;
}

describe("a railML timetable", () => {
  it("becomes trains of their parts on their days", () => {
    const { form, report } = read(RAILML_TIMETABLE);
    expect(form.train_schedules.map(({ start_time }) => start_time)).toEqual([
      "2026-03-02T23:50:00Z",
      "2026-03-04T23:50:00Z",
    ]);
    expect(form.train_schedules[0]).toMatchObject({
      train_name: "8601",
      rolling_stock_name: "Fast 200",
      category: { main_category: "NIGHT_TRAIN" },
      path: [
        { trigram: "A" },
        { trigram: "B", local_track_name: "2" },
        { trigram: "o3" },
        { trigram: "A" },
      ],
      schedule: [
        { at: "2", arrival: "PT480S", stop_for: "PT180S" },
        { at: "3", arrival: "PT930S", stop_for: null },
        { at: "4", arrival: "PT1800S", stop_for: "PT0S" },
      ],
    });
    expect(report).toEqual([]);
  });

  it("has published times where a part has no scheduled ones, and not beside them", () => {
    const { form } = read(RAILML_TIMETABLE);
    const published = read(RAILML_TIMETABLE.replaceAll('"scheduled"', '"published"'));
    expect(published.form).toEqual(form);
    expect(published.report).toMatchObject([{ code: "published_times_taken", count: 2 }]);
    const beside = RAILML_TIMETABLE.replaceAll(
      "<times",
      '<times scope="published" arrival="09:00:00" departure="09:00:00"/><times',
    );
    expect(read(beside)).toEqual({ form, report: [] });
  });

  it("has its places in the sequence that they tell", () => {
    const lists = RAILML_TIMETABLE.replaceAll(/<ocpsTT>(.*?)<\/ocpsTT>/gs, (_all, list: string) => {
      const places = list
        .trim()
        .split("\n")
        .map((place, i) => place.replace("<ocpTT", `<ocpTT sequence="${i + 8}"`));
      return `<ocpsTT>${places.toReversed().join("\n")}</ocpsTT>`;
    });
    expect(read(lists)).toEqual(read(RAILML_TIMETABLE));
  });

  it("leaves out what is cancelled, and tells it", () => {
    const second = read(RAILML_TIMETABLE.replace('id="p2"', 'id="p2" processStatus="cancelled"'));
    expect(second.form.train_schedules.map(({ path }) => path.length)).toEqual([2, 2]);
    expect(second.report).toMatchObject([{ code: "part_left_out", where: { id: "t1" } }]);
    const whole = RAILML_TIMETABLE.replaceAll(
      "<trainPart id",
      '<trainPart processStatus="cancelled" id',
    );
    expect(() => read(whole)).toThrow("what is cancelled does not run");
    const planned = RAILML_TIMETABLE.replaceAll(
      "<trainPart id",
      '<trainPart processStatus="planned" id',
    );
    expect(read(planned)).toEqual(read(RAILML_TIMETABLE));
  });

  it("tells parts that no train has", () => {
    const ghost = '<trainParts><trainPart id="ghost"/>';
    const { report } = read(RAILML_TIMETABLE.replace("<trainParts>", ghost));
    expect(report).toMatchObject([
      { code: "part_left_out", severity: "warning", where: { id: "ghost" }, count: 1 },
    ]);
  });

  it("is refused, with the reason, where no train runs in the window", () => {
    expect(() => read(RAILML_TIMETABLE, { start_ms: Date.UTC(2027, 0, 1) })).toThrow(
      /no train of it could be read: .*p1.*window/,
    );
  });

  it("runs on weekdays up to a last day, with services added and taken out", () => {
    const days = (period: string) =>
      read(RAILML_TIMETABLE.replace('bitMask="01011"/>', period), {
        window_ms: 9 * DAY_MS,
      }).form.train_schedules.map(({ start_time }) => start_time.slice(5, 10));
    // Monday is 2 March; the timetable ends on Thursday.
    const weekdays = '<operatingDay operatingCode="1101000"/>';
    expect(days(`>${weekdays}</operatingPeriod>`)).toEqual(["03-02", "03-03", "03-05"]);
    const special = (type: string, date: string) =>
      `<specialService type="${type}" startDate="${date}" endDate="${date}"/>`;
    expect(
      days(
        `endDate="2026-03-09">${weekdays}${special("exclude", "2026-03-03")}${special("include", "2026-03-08")}</operatingPeriod>`,
      ),
    ).toEqual(["03-02", "03-05", "03-08", "03-09"]);
  });

  it("counts a part with days of its own from its own midnight", () => {
    const [first = "", second = ""] = RAILML_TIMETABLE.split('<trainPart id="p2">');
    const next =
      '<operatingPeriod id="next" startDate="2026-03-02" bitMask="01011"/></operatingPeriods>';
    const text = `${first.replace("</operatingPeriods>", next)}<trainPart id="p2"><operatingPeriodRef ref="next"/>${second.replaceAll(/ (?:arrival|departure)Day="1"/g, "")}`;
    expect(read(text)).toEqual(read(RAILML_TIMETABLE));
  });

  it.each([
    [
      "a code of other signs",
      'bitMask="01011"/>',
      '><operatingDay operatingCode="MTW"/></operatingPeriod>',
      "operatingCode",
    ],
    ["an ocp that is not there", 'ocpRef="o3"', 'ocpRef="o9"', "no ocp 'o9'"],
    ["a part that is not there", 'ref="p2"', 'ref="p9"', "no trainPart 'p9'"],
    ["a period that is not there", 'Ref ref="op"', 'Ref ref="x"', "no operatingPeriod 'x'"],
    ["an id twice", 'id="p2"', 'id="p1"', "there twice"],
    ["a time of no clock", "23:58:00", "23:58", "is no time"],
    ["times that run back", "23:58:00", "23:48:00", "before the time before it"],
    ["a mask of other signs", "01011", "MTW", "bitMask"],
    ["a mask that is none", `bitMask="01011"`, "", "bitMask of 0 and 1"],
    ["railML 3.1, which has none", 'version="2.5"', 'version="3.1"', "not supported"],
    ["entities", "<railml", "<!DOCTYPE a><railml", "document type"],
  ])("with %s is refused by line", (_what, from, to, reason) => {
    const spoilt = RAILML_TIMETABLE.replace(from, to);
    const bytes = encode(spoilt);
    const line = spoilt.slice(0, RAILML_TIMETABLE.indexOf(from)).split("\n").length;
    const outcome = readTimetableFile("railml", { ...OPTIONS, bytes });
    expect(outcome.ok ? null : outcome.error).toMatchObject({
      line,
      reason: expect.stringContaining(reason),
    });
  });
});

describe("a timetable of railML 3", () => {
  it("is the same as in version 2", () => {
    const { form, report } = read(RAILML3_TIMETABLE);
    const second = read(RAILML_TIMETABLE).form.train_schedules;
    const plain = second.map((train) => ({
      ...train,
      category: null,
      // Tracks of stations are not in the small file.
      path: train.path.map((place) => {
        const { local_track_name: _track, ...rest } = { local_track_name: "", ...place };
        return rest;
      }),
    }));
    expect(form.train_schedules).toEqual(plain);
    expect(report).toEqual([]);
  });

  it("is refused where no train runs in the window, and tells those without days", () => {
    expect(() => read(RAILML3_TIMETABLE, { start_ms: Date.UTC(2027, 0, 1) })).toThrow(
      /no train of it could be read: .*tv.*window/,
    );
    const always = read(RAILML3_TIMETABLE.replace(' validityRef="v"', ""));
    expect(always.form.train_schedules).toHaveLength(1);
    expect(always.report).toMatchObject([{ code: "no_operating_period" }]);
  });

  it.each([
    [
      "a point that is not there",
      'locationRef="o3"',
      'locationRef="o9"',
      "no operationalPoint 'o9'",
    ],
    ["an itinerary that is not there", 'itineraryRef="it"', 'itineraryRef="x"', "there is no 'x'"],
    [
      "a base that is not there",
      'baseItineraryRef="b2"',
      'baseItineraryRef="x"',
      "there is no 'x'",
    ],
    ["a start that is not there", 'start="p3"', 'start="p9"', "no baseItineraryPoint 'p9'"],
    ["a validity that is not there", 'validityRef="v"', 'validityRef="x"', "no validity 'x'"],
    ["a time of no clock", '"23:58:00"', '"25:58:00"', "is no time"],
    ["times that run back", '"23:58:00"', '"23:48:00"', "before the time before it"],
    ["a date that is none", '"2026-03-01"', '"2026-02-30"', "is no date"],
    ["an id twice", 'id="b2"', 'id="b1"', "there twice"],
  ])("with %s is refused by line", (_what, from, to, reason) => {
    const bytes = encode(RAILML3_TIMETABLE.replace(from, to));
    const outcome = readTimetableFile("railml", { ...OPTIONS, bytes });
    expect(outcome.ok ? null : outcome.error).toMatchObject({
      line: expect.any(Number),
      reason: expect.stringContaining(reason),
    });
  });
});

const DISTRIBUTIONS = ["STANDARD", "MARECO", "LINEAR"] as const;

/** No record holds NUL. */
const anyText = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));

/** With something in every field. */
const drawnHead = fc.record({
  train_name: word,
  rolling_stock_name: fc.constantFrom("Regional 160", "Fast 200"),
  labels: fc.array(fc.oneof(label, anyText), { maxLength: 3 }),
  initial_speed: fc.double({ min: 0, max: 150, noNaN: true }).map((speed) => speed + 0),
  speed_limit_tag: fc.option(word, { nil: null }),
  comfort: fc.constantFrom(...COMFORTS),
  constraint_distribution: fc.constantFrom(...DISTRIBUTIONS),
  options: fc.boolean().map((use_electrical_profiles) => ({ use_electrical_profiles })),
  margins: fc.boolean().map((is_told) => ({
    boundaries: is_told ? ["2"] : [],
    values: is_told ? ["5%", "4.5min/100km"] : ["0%"],
  })),
  category: fc.oneof(
    fc.constant(null),
    fc.constantFrom(...MAIN_CATEGORIES).map((main_category) => ({ main_category })),
    word.map((sub_category_code) => ({ sub_category_code })),
  ),
});

describe("a timetable as railML", () => {
  it("comes back with its trains, places and times", () => {
    fc.assert(
      fc.property(drawnTrains(1, drawnHead), drawnOddities, (trains, oddities) => {
        const train_schedules = trains.map((train) => withOddities(train, oddities));
        const form: TimetableForm = { version: 1, train_schedules, paced_trains: [] };
        const out = writeTimetableFile("railml", form, null);
        expect(out.report).toEqual([]);
        const again = read(out.bytes, { window_ms: 40 * DAY_MS }).form;
        expect(again).toEqual(form);
        expect(writeTimetableFile("railml", again, null).bytes).toEqual(out.bytes);
      }),
      { numRuns: countTries({ few: 60, many: 400 }) },
    );
  });

  it("has each train of a paced one, with its number", () => {
    fc.assert(
      fc.property(drawnNumbered(1), (paced_trains) => {
        const few = paced_trains.map((train) => ({
          ...train,
          paced: { time_window: "PT3600S", interval: "PT1200S" },
        }));
        const form: TimetableForm = { version: 1, train_schedules: [], paced_trains: few };
        const out = writeTimetableFile("railml", form, null);
        const again = read(out.bytes, { window_ms: 5 * DAY_MS }).form;
        const single = few.flatMap(({ paced, exceptions, numbering, ...train }) =>
          [0, 1, 2].map((i) => ({
            ...train,
            train_name: nameNumbered(
              { ...train, paced, exceptions, ...(numbering && { numbering }) },
              i,
            ),
            start_time: printDateTime(datetimeMs(train.start_time) + i * 1_200_000),
          })),
        );
        expect(again.train_schedules).toEqual(single);
      }),
      { numRuns: countTries({ few: 60, many: 400 }) },
    );
  });

  it.each([
    ["no JSON", "{"],
    ["a field that no train has", '{"speed":1}'],
    ["a speed beyond all", '{"initial_speed":1000}'],
    ["a waypoint that is not there", '{"margins":{"boundaries":["9"],"values":["1%","2%"]}}'],
    ["a mark of a place that is not there", '{"marks":[{"at":"9","locked":true}]}'],
    ["a closed signal where it does not stop", '{"marks":[{"at":"1","reception_signal":"STOP"}]}'],
    ["a signal that is none", '{"marks":[{"at":"2","reception_signal":"RED"}]}'],
    ["too few margins", '{"margins":{"boundaries":["2"],"values":["1%"]}}'],
  ])("is refused by line with %s among fields of our own", (_what, fields) => {
    const own = `<trainPart marey:fields='${fields}' id="p1">`;
    const bytes = encode(RAILML_TIMETABLE.replace(/<trainPart id="p1"[^>]*>/, own));
    const outcome = readTimetableFile("railml", { ...OPTIONS, bytes });
    expect(outcome.ok ? null : outcome.error).toMatchObject({
      line: expect.any(Number),
      reason: expect.stringContaining("fields of our own"),
    });
  });
});
