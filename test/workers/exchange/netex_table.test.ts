// Method: thirty publications, each with one thing told otherwise than in the small one, with the days and times that were worked out by hand.
import { gzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { pack } from "../../../workers/exchange/archive.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { NETEX } from "./netex_files.ts";
import { encode } from "./nge_files.ts";

const OPTIONS = {
  rolling_stock_name: "Regional 160",
  start_ms: Date.UTC(2026, 2, 2),
  window_ms: 7 * 86_400_000,
  is_strict: false,
  stations: null,
};
const WEEK = "<DaysOfWeek>Weekdays</DaysOfWeek>";
const PROPERTY = `<PropertyOfDay>${WEEK}</PropertyOfDay>`;
const EXCEPTED =
  '<Date>2026-03-04</Date><DayTypeRef ref="N:DayType:week"/><isAvailable>false</isAvailable>';
const TYPES = '<dayTypes><DayTypeRef ref="N:DayType:week"/></dayTypes>\n     <passingTimes>';
const DATED = '<DatedServiceJourney id="N:D:1">';
/** Of the first journey, on Monday to Friday but for the fourth. */
const USUAL = ["02", "03", "05", "06"];

type Edit = (text: string) => string;

function swap(from: string, to: string): Edit {
  return (text) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };
}

const ZONE = "<TimeZone>Europe/Oslo</TimeZone>";

/** Other times of the first journey. */
function swapTimes(times: string): Edit {
  return (text) => text.replace(/<passingTimes>.*?<\/passingTimes>/s, times);
}

const CALLS = `<calls>
 <Call id="1"><ScheduledStopPointRef ref="N:ScheduledStopPoint:A"/><Departure><Time>23:50:00</Time></Departure></Call>
 <Call id="2"><ScheduledStopPointRef ref="N:ScheduledStopPoint:B"/><Arrival><Time>23:58:00</Time></Arrival>
  <Departure><Time>00:01:00</Time><DayOffset>1</DayOffset></Departure></Call>
 <Call id="3"><ScheduledStopPointRef ref="N:ScheduledStopPoint:C"/><Arrival><Time>00:20:00</Time><DayOffset>1</DayOffset></Arrival></Call>
</calls>`;

const days = (words: string): Edit => swap(WEEK, `<DaysOfWeek>${words}</DaysOfWeek>`);
const dated = (more: string): Edit =>
  swap(
    DATED,
    `<DatedServiceJourney id="N:D:0"><ServiceJourneyRef ref="N:ServiceJourney:1"/>${more}</DatedServiceJourney>${DATED}`,
  );

it.each<[string, Edit, string[]]>([
  ["one weekday", days("Monday"), ["02"]],
  ["two weekdays", days("Monday Friday"), ["02", "06"]],
  ["weekdays on lines of their own", days("\n Tuesday\n Friday "), ["03", "06"]],
  ["every day", days("Everyday"), [...USUAL, "07", "08"]],
  ["the weekend", days("Weekend"), ["07", "08"]],
  ["no weekday that there is", days("Funday"), []],
  ["no weekdays", swap(PROPERTY, ""), [...USUAL, "07", "08"]],
  [
    "two properties",
    swap(
      PROPERTY,
      PROPERTY.replace("Weekdays", "Monday") + PROPERTY.replace("Weekdays", "Tuesday"),
    ),
    ["02", "03"],
  ],
  ["a last day", swap("2026-03-31T00:00:00", "2026-03-03T00:00:00"), ["02", "03"]],
  ["dates without a time", swap("2026-03-01T00:00:00", "2026-03-05"), ["05", "06"]],
  ["dates with a zone", swap("2026-03-01T00:00:00", "2026-03-05T00:00:00+01:00"), ["05", "06"]],
  ["an end before the begin", swap("2026-03-31T00:00:00", "2026-02-01T00:00:00"), []],
  ["no exception", swap("<isAvailable>false</isAvailable>", ""), ["02", "03", "04", "05", "06"]],
  [
    "an exception by operating day",
    swap(
      EXCEPTED,
      EXCEPTED.replace(/<Date>.*<\/Date>/, '<OperatingDayRef ref="N:OperatingDay:a"/>'),
    ),
    ["02", "03", "04", "05", "06"],
  ],
  [
    "a date that is no weekday of its type",
    swap(EXCEPTED, '<OperatingDayRef ref="N:OperatingDay:a"/><DayTypeRef ref="N:DayType:week"/>'),
    ["02", "03", "04", "05", "06", "07"],
  ],
  [
    "an exception of another type",
    swap(EXCEPTED, EXCEPTED.replace(":week", ":x")),
    ["02", "03", "04", "05", "06"],
  ],
  ["no day types", swap(TYPES, "<passingTimes>"), ["02"]],
  [
    "a date of its own besides",
    dated('<OperatingDayRef ref="N:OperatingDay:a"/>'),
    [...USUAL, "07"],
  ],
  [
    "a date on which it is replaced",
    dated(
      '<OperatingDayRef ref="N:OperatingDay:a"/><ServiceAlteration>replaced</ServiceAlteration>',
    ),
    USUAL,
  ],
  [
    "prefixes",
    (text) => text.replaceAll(/<(\/?)(?=[A-Za-z])/g, "<$1n:").replace("xmlns=", "xmlns:n="),
    USUAL,
  ],
  ["lines of another system", (text) => text.replaceAll("\n", "\r\n"), USUAL],
  ["comments", (text) => text.replaceAll("</", "<!-- a --></"), USUAL],
  ["a zone in CDATA", swap("Europe/Oslo", "<![CDATA[Europe/Oslo]]>"), USUAL],
  ["a line by bus", swap("<TransportMode>rail", "<TransportMode>bus"), []],
  [
    "a line by bus and a journey by rail",
    (text) =>
      swap(
        "<PublicCode>R10",
        "<TransportMode>rail</TransportMode><PublicCode>R10",
      )(swap("<TransportMode>rail", "<TransportMode>bus")(text)),
    USUAL,
  ],
  ["a line by metro", swap("<TransportMode>rail", "<TransportMode>metro"), []],
  ["a line that nobody knows", swap('<Line id="N:Line:1">', '<Line id="N:Line:9">'), USUAL],
  [
    "frames one in another",
    (text) =>
      swap(
        '<TimetableFrame id="tf"',
        '<CompositeFrame id="d"><frames><TimetableFrame id="tf"',
      )(text).replace("</TimetableFrame>", "</TimetableFrame></frames></CompositeFrame>"),
    USUAL,
  ],
  [
    "a period of the UIC without bits",
    (text) => text.replaceAll(/(<\/?)OperatingPeriod(?=[ >])/g, "$1UicOperatingPeriod"),
    USUAL,
  ],
  ["a zone in hours from UTC", swap(ZONE, "<TimeZoneOffset>1</TimeZoneOffset>"), USUAL],
  [
    "times with their offsets",
    (text) => text.replaceAll(/(:\d\d:00)(?=<\/\w+Time>)/g, "$1+01:00"),
    USUAL,
  ],
  ["calls, which name their stop points", swapTimes(CALLS), USUAL],
  [
    "calls at points of its pattern",
    swapTimes(
      CALLS.replaceAll(
        /ScheduledStopPointRef ref="N:ScheduledStopPoint:([AB])"/g,
        (_all, stop) => `StopPointInJourneyPatternRef ref="N:P:${stop === "A" ? 1 : 2}"`,
      ),
    ),
    USUAL,
  ],
  [
    "a time at a point of timing alone",
    swap(
      '<TimetabledPassingTime><StopPointInJourneyPatternRef ref="N:gone"/>',
      '<TimetabledPassingTime><TimingPointInJourneyPatternRef ref="N:T"/><DepartureTime>00:05:00</DepartureTime>' +
        "<DepartureDayOffset>1</DepartureDayOffset></TimetabledPassingTime><TimetabledPassingTime>" +
        '<StopPointInJourneyPatternRef ref="N:P:3"/>',
    ),
    USUAL,
  ],
  [
    "another name of its pattern",
    (text) => text.replaceAll(/(<\/?)JourneyPattern(?=Ref|[ >])/g, "$1ServiceJourneyPattern"),
    USUAL,
  ],
])("a publication with %s", (_what, edit, expected) => {
  for (const bytes of [encode(edit(NETEX)), pack({ "a/line.xml": encode(edit(NETEX)) })]) {
    const outcome = readTimetableFile("netex", { ...OPTIONS, bytes });
    if (!outcome.ok) throw new Error(outcome.error.reason);
    const trains = outcome.value.form.train_schedules.filter((one) => one.train_name === "R10");
    expect(trains.map(({ start_time }) => start_time)).toEqual(
      expected.map((day) => `2026-03-${day}T22:50:00Z`),
    );
    for (const train of trains) {
      expect(train.schedule).toMatchObject([
        { at: "2", arrival: "PT480S", stop_for: "PT180S" },
        { at: "3", arrival: "PT1800S", stop_for: "PT0S" },
      ]);
    }
  }
});

/** How many trains of the first journey come in, and what is told by codes. */
function readNames(bytes: Uint8Array): readonly [trains: number, told: readonly string[]] {
  const outcome = readTimetableFile("netex", { ...OPTIONS, bytes });
  if (!outcome.ok) throw new Error(outcome.error.reason);
  const { form, report } = outcome.value;
  const trains = form.train_schedules.filter(({ train_name }) => train_name === "R10");
  return [trains.length, report.map(({ code }) => code)];
}

describe("a delivery", () => {
  const [, usual] = readNames(encode(NETEX));

  it("is read where it is packed with gzip", () => {
    expect(readNames(gzipSync(encode(NETEX)))).toEqual([4, usual]);
  });

  it("comes in without a file that is no publication, which is told by its name", () => {
    const files = { "line.xml": encode(NETEX), "gone.xml": encode("<html>404</html>") };
    expect(readNames(pack(files))).toEqual([4, ["faulty_left_out", ...usual]]);
    const strict = { ...OPTIONS, is_strict: true, bytes: pack(files) };
    expect(readTimetableFile("netex", strict)).toMatchObject({
      ok: false,
      error: { reason: "its root must be PublicationDelivery, not html" },
    });
  });

  it("has a journey once that two of its files tell, but one of another version besides", () => {
    const other = NETEX.replace('id="N:ServiceJourney:1"', 'id="N:ServiceJourney:1" version="2"');
    const twice = pack({ "a.xml": encode(NETEX), "b.xml": encode(NETEX) });
    const [trains, told] = readNames(twice);
    expect([trains, told]).toEqual([4, ["journey_left_out", ...usual]]);
    expect(readNames(pack({ "a.xml": encode(NETEX), "b.xml": encode(other) }))[0]).toBe(8);
  });

  it("tells a journey that is cancelled, and times without a zone", () => {
    const cancelled = swap(
      "<PublicCode>R10",
      "<ServiceAlteration>cancellation</ServiceAlteration><PublicCode>R10",
    );
    expect(readNames(encode(cancelled(NETEX)))[0]).toBe(0);
    expect(readNames(encode(swap(ZONE, "")(NETEX)))).toEqual([4, ["zone_missing", ...usual]]);
  });
});
