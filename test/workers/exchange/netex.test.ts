// Method: a small publication whose days and times are worked out by hand; other people's samples; spoilt ones by line.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMFORTS, MAIN_CATEGORIES } from "../../../src/railway/train_defaults.ts";
import { pack } from "../../../workers/exchange/archive.ts";
import { takesPassengers } from "../../../workers/exchange/gtfs/route_types.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { type Station, StationIndex } from "../../../workers/exchange/timetable/station_index.ts";
import {
  makeTrain,
  type TimetableForm,
} from "../../../workers/exchange/timetable/timetable_form.ts";
import { writeTimetableFile } from "../../../workers/exchange/write_timetable.ts";
import { countTries } from "../../helpers/tried.ts";
import { drawnOddities, drawnTrains, label, withOddities, word } from "./drawn_timetables.ts";
import { NETEX } from "./netex_files.ts";
import { encode } from "./nge_files.ts";
import { HAS_SAMPLES, readSample } from "./samples.ts";

/** A file without anything. */
const EMPTY = `<PublicationDelivery xmlns="http://www.netex.org.uk/netex" version="1.10"><dataObjects><CompositeFrame id="e" version="1"><frames/></CompositeFrame></dataObjects></PublicationDelivery>`;
const DAY_MS = 86_400_000;
const OPTIONS = {
  rolling_stock_name: "Regional 160",
  start_ms: Date.UTC(2026, 2, 2),
  window_ms: 7 * DAY_MS,
  is_strict: true,
  stations: null,
};

function read(file: string | Uint8Array, options: Partial<typeof OPTIONS> = {}) {
  const bytes = typeof file === "string" ? encode(file) : file;
  return readTimetableFile("netex", { ...OPTIONS, ...options, bytes });
}

/** Where something stands depends on the file. */
function withoutLines(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, one) => (key === "line" ? undefined : one)));
}

describe("a publication in NeTEx", () => {
  it("becomes its journeys by rail on their days, in the zone of the publication", () => {
    const outcome = read(NETEX);
    if (!outcome.ok) throw new Error(outcome.error.reason);
    const { form, report } = outcome.value;
    // Oslo is an hour before UTC in March; the 4th is excepted, the 7th and 8th are a weekend.
    expect(
      form.train_schedules.map(({ train_name, start_time }) => [train_name, start_time]),
    ).toEqual([
      ["R10", "2026-03-02T22:50:00Z"],
      ["R10", "2026-03-03T22:50:00Z"],
      ["R10", "2026-03-05T22:50:00Z"],
      ["R10", "2026-03-06T22:50:00Z"],
      ["41", "2026-03-07T07:00:00Z"],
    ]);
    expect(form.train_schedules[0]).toMatchObject({
      rolling_stock_name: "Regional 160",
      path: [{ trigram: "A" }, { trigram: "B" }, { trigram: "C" }],
      schedule: [
        { at: "2", arrival: "PT480S", stop_for: "PT180S" },
        { at: "3", arrival: "PT1800S", stop_for: "PT0S" },
      ],
    });
    expect(form.train_schedules[4]).toMatchObject({
      schedule: [
        { at: "2", arrival: "PT600S", stop_for: "PT120S" },
        { at: "3", arrival: "PT1800S", stop_for: "PT0S" },
      ],
    });
    expect(report).toMatchObject([
      { code: "journey_left_out", where: { id: "N:ServiceJourney:3" }, count: 1 },
    ]);
  });

  const whole = (): unknown => {
    const outcome = read(NETEX);
    return outcome.ok ? outcome.value : outcome.error;
  };

  it("is the same as an archive of a file that is shared, and one of a line", () => {
    const cut = NETEX.indexOf("   <TimetableFrame");
    const rest = NETEX.indexOf("  </frames>");
    const [begin, end] = [NETEX.slice(0, NETEX.indexOf("  <frames>")), NETEX.slice(rest)];
    const shared = NETEX.slice(0, cut) + end;
    const line = `${begin}  <frames>\n${NETEX.slice(cut, rest)}${end}`;
    for (const names of [
      ["_N_shared_data.xml", "N_line_1.xml"],
      ["z/shared.XML", "a/line.xml"],
    ]) {
      const [first = "", second = ""] = names;
      const files = {
        [first]: encode(shared),
        [second]: encode(line),
        "notes.txt": encode("x"),
        "__MACOSX/._N.xml": encode("x"),
      };
      const outcome = read(pack(files));
      expect(outcome.ok ? withoutLines(outcome.value) : outcome.error).toEqual(
        withoutLines(whole()),
      );
    }
    const alone = read(line);
    expect(alone.ok ? "" : alone.error.reason).toMatch(/stop point .* its files share, as a ZIP$/);
    const dayless = NETEX.replace(/<ServiceCalendarFrame.*?<\/ServiceCalendarFrame>/s, "");
    const undated = read(dayless, { is_strict: false });
    expect(undated.ok ? "" : undated.error.reason).toMatch(/days are not in .* share, as a ZIP/);
    expect(read(pack({ "notes.txt": encode("x") }))).toMatchObject({
      error: { reason: "its archive has no XML file" },
    });
  });

  it("has periods between operating days", () => {
    const days = NETEX.replace(
      "<FromDate>2026-03-01T00:00:00</FromDate>",
      '<FromOperatingDayRef ref="f"/>',
    )
      .replace("<ToDate>2026-03-31T00:00:00</ToDate>", '<ToOperatingDayRef ref="t"/>')
      .replace(
        "<operatingDays>",
        '<operatingDays><OperatingDay id="f"><CalendarDate>2026-03-01</CalendarDate></OperatingDay><OperatingDay id="t"><CalendarDate>2026-03-31</CalendarDate></OperatingDay>',
      );
    const outcome = read(days);
    expect(outcome.ok ? outcome.value : outcome.error).toEqual(whole());
  });

  const PERIOD = "<FromDate>2026-03-01T00:00:00</FromDate><ToDate>2026-03-31T00:00:00</ToDate>";
  /** As it is stored: on the days of March for which there is a 1, if their day type has them. */
  const withBits = (bits: string): string =>
    NETEX.replace(
      `<OperatingPeriod id="N:OperatingPeriod:march">${PERIOD}</OperatingPeriod>`,
      `<UicOperatingPeriod id="N:OperatingPeriod:march">${PERIOD}<ValidDayBits>${bits}</ValidDayBits></UicOperatingPeriod>`,
    );
  const MONTH = { start_ms: Date.UTC(2026, 2, 1), window_ms: 31 * DAY_MS, is_strict: false };
  const startsOf = (file: string): string[] => {
    const outcome = read(file, MONTH);
    if (!outcome.ok) return [];
    const trains = outcome.value.form.train_schedules.filter((one) => one.train_name === "R10");
    return trains.map(({ start_time }) => start_time.slice(8, 10));
  };

  it("runs on days that have a bit in a period of the UIC, as a reference of each kind tells it", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("0", "1"), { minLength: 31, maxLength: 31 }), (bits) => {
        const days = bits.flatMap((bit, i) => {
          const is_weekday = ![0, 6].includes(new Date(Date.UTC(2026, 2, i + 1)).getUTCDay());
          return bit === "1" && is_weekday && i + 1 !== 4 ? [String(i + 1).padStart(2, "0")] : [];
        });
        const file = withBits(bits.join(""));
        // It starts at 23:50 in Oslo, ten minutes to eleven or to ten in UTC.
        expect(startsOf(file)).toEqual(days);
        const named = file.replace('<OperatingPeriodRef ref="', '<UicOperatingPeriodRef ref="');
        expect(startsOf(named)).toEqual(days);
      }),
      { numRuns: countTries({ few: 30, many: 200 }) },
    );
  });

  it("has days of the conditions that journeys name or hold", () => {
    const condition = `<AvailabilityCondition id="v">${PERIOD}<ValidDayBits>${"0110".padEnd(31, "0")}</ValidDayBits></AvailabilityCondition>`;
    const dayTypes = /<dayTypes><DayTypeRef ref="N:DayType:week"\/><\/dayTypes>/;
    const held = NETEX.replace(dayTypes, `<validityConditions>${condition}</validityConditions>`);
    expect(startsOf(held)).toEqual(["02", "03"]);
    const ref = '<validityConditions><AvailabilityConditionRef ref="v"/></validityConditions>';
    const named = NETEX.replace(dayTypes, ref).replace(
      "<operatingDays>",
      `<validityConditions>${condition}</validityConditions><operatingDays>`,
    );
    expect(startsOf(named)).toEqual(["02", "03"]);
    const week =
      "<dayTypes><DayType><properties><PropertyOfDay><DaysOfWeek>Tuesday</DaysOfWeek></PropertyOfDay></properties></DayType></dayTypes>";
    expect(startsOf(held.replace("<ValidDayBits>", `${week}<ValidDayBits>`))).toEqual(["03"]);
  });

  it("tells bits that are none and those that are not one for each day", () => {
    const few = read(withBits("11111"), MONTH);
    expect(few.ok ? few.value.report : []).toContainEqual(
      expect.objectContaining({
        code: "days_left_out",
        where: expect.objectContaining({ element: "UicOperatingPeriod" }),
      }),
    );
    expect(startsOf(withBits("11111"))).toEqual(["02", "03", "05"]);
    const none = read(withBits("0120"), { ...MONTH, is_strict: true });
    expect(none.ok ? "" : none.error.reason).toBe("ValidDayBits must be of 0 and 1");
  });

  it("tells day types to which no day is assigned, and asks for no other file then", () => {
    const message = "no day is assigned to its day types";
    const unassigned = NETEX.replace(/<dayTypeAssignments>.*?<\/dayTypeAssignments>/s, "");
    const outcome = read(unassigned, { is_strict: false });
    expect(outcome.ok ? outcome.value.report : []).toContainEqual(
      expect.objectContaining({ code: "train_not_in_window", message }),
    );
    const lost = NETEX.replace(
      '<DayTypeRef ref="N:DayType:week"/></dayTypes>',
      '<DayTypeRef ref="x"/></dayTypes>',
    );
    const packed = read(pack({ "a.xml": encode(lost), "b.xml": encode(EMPTY) }), {
      is_strict: false,
    });
    expect(packed.ok ? packed.value.report : []).toContainEqual(
      expect.objectContaining({ message: "its days are in none of the files" }),
    );
  });

  const station = (id: string, name: string, uic: number, place: [number, number]): Station => ({
    id,
    name,
    trigram: null,
    uic,
    secondary_code: null,
    tracks: ["4"],
    place,
  });
  const STATIONS = new StationIndex([
    station("p-alpha", "Alphaville", 1, [10, 60]),
    station("p-beta", "Beta Central", 7_600_100, [11, 60]),
    station("p-gamma", "Gammelby", 3, [12, 60]),
  ]);

  it("finds stations by names, codes and coordinates of the stop places and quays in site frames", () => {
    const stop_place = (id: string, inner: string): string =>
      `<StopPlace id="N:StopPlace:${id}" version="1">${inner}</StopPlace>`;
    const centroid = (lon: number, lat: number): string =>
      `<Centroid><Location><Longitude>${lon}</Longitude><Latitude>${lat}</Latitude></Location></Centroid>`;
    const places = [
      stop_place(
        "a",
        '<Name>alphaville</Name><quays><Quay id="N:Quay:a"><PublicCode>4</PublicCode></Quay></quays>',
      ),
      stop_place(
        "b",
        "<keyList><KeyValue><Key>uicCode</Key><Value>7600100</Value></KeyValue></keyList><Name>?</Name>",
      ),
      stop_place(
        "c",
        `<Name>Somewhere</Name><quays><Quay id="N:Quay:c">${centroid(12.003, 60.001)}<PublicCode>9</PublicCode></Quay></quays>`,
      ),
    ].join("");
    const assign = (point: string, ref: string): string =>
      `<PassengerStopAssignment id="x${point}"><ScheduledStopPointRef ref="N:ScheduledStopPoint:${point}"/>${ref}</PassengerStopAssignment>`;
    const file = NETEX.replace(
      "</scheduledStopPoints>",
      `</scheduledStopPoints><stopAssignments>${assign("A", '<QuayRef ref="N:Quay:a"/>')}${assign("B", '<StopPlaceRef ref="N:StopPlace:b"/>')}${assign("C", '<QuayRef ref="N:Quay:c"/>')}</stopAssignments>`,
    );
    const site = `<SiteFrame id="site" version="1"><stopPlaces>${places}</stopPlaces></SiteFrame>`;
    const whole = file.replace("<ServiceCalendarFrame", `${site}<ServiceCalendarFrame`);
    const shared = EMPTY.replace("<frames/>", `<frames>${site}</frames>`);
    for (const bytes of [
      encode(whole),
      pack({ "_stops.xml": encode(shared), "line.xml": encode(file) }),
    ]) {
      const outcome = readTimetableFile("netex", { ...OPTIONS, stations: STATIONS, bytes });
      if (!outcome.ok) throw new Error(outcome.error.reason);
      const [train] = outcome.value.form.train_schedules;
      expect(train?.path).toMatchObject([
        { operational_point: "p-alpha", local_track_name: "4" },
        { uic: 7_600_100 },
        { operational_point: "p-gamma" },
      ]);
      expect(train?.path[2]).not.toHaveProperty("local_track_name");
      expect(new Set(outcome.value.report.map(({ code }) => code))).toEqual(
        new Set(["platform_left_out", "journey_left_out"]),
      );
    }
    const far = readTimetableFile("netex", {
      ...OPTIONS,
      stations: STATIONS,
      bytes: encode(whole.replace("60.001", "60.1")),
    });
    expect(far.ok ? far.value.report : []).toContainEqual(
      expect.objectContaining({ code: "station_unknown" }),
    );
  });

  /** The first journey by its start and run times: 8 min, 3 min wait, 19 min. */
  const byRunTimes = (from: "type" | "pattern" | "journey"): string => {
    const link = (id: string, a: string, b: string): string =>
      `<TimingLink id="${id}"><FromPointRef ref="N:ScheduledStopPoint:${a}"/><ToPointRef ref="N:ScheduledStopPoint:${b}"/></TimingLink>`;
    const run = (id: string, time: string): string =>
      `<JourneyRunTime><TimingLinkRef ref="${id}"/><RunTime>${time}</RunTime></JourneyRunTime>`;
    const told = `<runTimes>${run("ab", "PT8M")}${run("bc", "PT0H19M0S")}</runTimes><waitTimes><JourneyWaitTime><ScheduledStopPointRef ref="N:ScheduledStopPoint:B"/><WaitTime>PT180S</WaitTime></JourneyWaitTime></waitTimes>`;
    const at = (place: typeof from): string => (place === from ? told : "");
    return NETEX.replace(
      "</lines>",
      `</lines><timingLinks>${link("ab", "A", "B")}${link("bc", "B", "C")}</timingLinks><timeDemandTypes><TimeDemandType id="d">${at("type")}</TimeDemandType></timeDemandTypes>`,
    )
      .replace(
        "</pointsInSequence></JourneyPattern>",
        `</pointsInSequence>${at("pattern")}</JourneyPattern>`,
      )
      .replace(
        /<passingTimes>.*?<\/passingTimes>/s,
        `<DepartureTime>23:50:00</DepartureTime><TimeDemandTypeRef ref="d"/>${at("journey")}`,
      );
  };

  it.each(["type", "pattern", "journey"] as const)(
    "has the times that its start and the run times of its %s give",
    (from) => {
      const outcome = read(byRunTimes(from));
      expect(outcome.ok ? withoutLines(outcome.value) : outcome.error).toEqual(
        withoutLines(whole()),
      );
      const renamed = byRunTimes(from)
        .replaceAll("JourneyPatternRef", "ServiceJourneyPatternRef")
        .replaceAll("StopPointInServiceJourneyPatternRef", "StopPointInJourneyPatternRef")
        .replaceAll(/<(\/?)JourneyPattern(?=[ >])/g, "<$1ServiceJourneyPattern");
      const same = read(renamed);
      expect(same.ok ? withoutLines(same.value) : same.error).toEqual(withoutLines(whole()));
    },
  );

  it("tells which run time is missing", () => {
    const outcome = read(
      byRunTimes("type").replace('<TimingLinkRef ref="bc"/>', '<TimingLinkRef ref="cb"/>'),
      {
        is_strict: false,
      },
    );
    expect(outcome.ok ? outcome.value.report : []).toContainEqual(
      expect.objectContaining({
        code: "faulty_left_out",
        message: "it has no run time from N:ScheduledStopPoint:B to N:ScheduledStopPoint:C",
      }),
    );
  });

  it("tells assignments and dates without a day, and a window that is too long", () => {
    const day = '<OperatingDayRef ref="N:OperatingDay:a"/>';
    const outcome = read(
      NETEX.replace("<Date>2026-03-04</Date>", "").replace(`${day}</Dated`, "</Dated"),
      { window_ms: 1001 * DAY_MS },
    );
    if (!outcome.ok) throw new Error(outcome.error.reason);
    const { form, report } = outcome.value;
    // the fourth runs now, the journey of the seventh does not
    expect(form.train_schedules.map(({ train_name }) => train_name)).not.toContain("41");
    expect(report).toMatchObject([
      { code: "days_left_out", where: { element: "DayTypeAssignment", id: "2" } },
      { code: "days_left_out", where: { element: "DatedServiceJourney", id: "N:D:1" } },
      { code: "train_not_in_window" },
      { code: "journey_left_out" },
      { code: "window_cut", severity: "warning" },
    ]);
  });

  it.each([
    ["another root", "<a/>", 1, "root must be PublicationDelivery"],
    ["a time of no clock", NETEX.replace("23:58:00", "23:58"), 34, "ArrivalTime is no time"],
    ["times that run back", NETEX.replace("23:58:00", "23:08:00"), 34, "before the time before it"],
    ["a date that is none", NETEX.replace("2026-03-04", "2026-03-44"), 12, "Date is no date"],
    ["a zone that is none", NETEX.replace("Europe/Oslo", "Mars/Base"), null, "no time zone"],
    [
      "a point that leads nowhere",
      NETEX.replace('N:P:1" order', 'N:P:x" order').replaceAll(
        '<ScheduledStopPointRef ref="N:ScheduledStopPoint:A"/>',
        "",
      ),
      33,
      "stop point is not in the file",
    ],
    ["an unclosed tag", NETEX.slice(0, 900), 9, "unclosed"],
  ])("with %s is refused by line", (_what, file, line, reason) => {
    const outcome = read(file);
    expect(outcome.ok ? null : outcome.error).toMatchObject({
      reason: expect.stringContaining(reason),
    });
    if (!outcome.ok && line !== null)
      expect(Math.abs((outcome.error.line ?? 0) - line)).toBeLessThan(3);
  });

  describe.skipIf(!HAS_SAMPLES)("of other people", () => {
    it("has its trains on their dates", () => {
      const name = "netex_Train-with-DatedServiceJourneys-incl-replacements.xml";
      const outcome = read(readSample(name), { start_ms: Date.UTC(2020, 0, 1) });
      if (!outcome.ok) throw new Error(`${outcome.error.line}: ${outcome.error.reason}`);
      const { train_schedules } = outcome.value.form;
      expect(train_schedules.length).toBeGreaterThan(0);
      const [first] = train_schedules;
      expect(first?.path).toHaveLength(5);
      expect(first?.schedule.at(-1)).toMatchObject({ arrival: "PT2520S" });
    });

    it("is refused, with the reason, where it has a network alone", () => {
      const outcome = read(readSample("netex_Train-Network-with-RoutePointProjections.xml"));
      expect(outcome.ok ? "" : outcome.error.reason).toMatch(/^no train of it could be read: /);
    });

    it("is read with its vehicle schedules", () => {
      const name = "netex_Trains-with-VehicleScheduleFrame-and-TimetableFrame.xml";
      const outcome = read(readSample(name));
      expect(outcome.ok ? "" : `${outcome.error.line}: ${outcome.error.reason}`).toBe("");
    });

    it("is refused by line where it is a fragment that no XML parser takes", () => {
      const outcome = read(readSample("netex_Train_Formations.xml"));
      expect(outcome.ok ? null : outcome.error.line).toBeGreaterThan(1);
    });
  });
});

/** With something in every field that a publication holds, by words or by keys of our own. */
const drawnHead = fc.record({
  train_name: word,
  rolling_stock_name: fc.constantFrom("Regional 160", "Fast 200"),
  labels: fc.array(label, { maxLength: 3 }),
  initial_speed: fc.double({ min: 0, max: 150, noNaN: true }).map((speed) => speed + 0),
  comfort: fc.constantFrom(...COMFORTS),
  category: fc.oneof(
    fc.constant(null),
    fc
      .constantFrom(...MAIN_CATEGORIES)
      .map((main_category) => ({ main_category }))
      .filter(takesPassengers),
    word.map((sub_category_code) => ({ sub_category_code })),
  ),
});

describe("a timetable as NeTEx", () => {
  it("comes back with its trains, places and times", () => {
    fc.assert(
      fc.property(drawnTrains(1, drawnHead), drawnOddities, (trains, oddities) => {
        const train_schedules = trains.map((train) => withOddities(train, oddities));
        const form: TimetableForm = { version: 1, train_schedules, paced_trains: [] };
        const out = writeTimetableFile("netex", form, null);
        expect(out.report).toEqual([]);
        const outcome = read(out.bytes, { window_ms: 40 * DAY_MS });
        if (!outcome.ok) throw new Error(outcome.error.reason);
        const again = outcome.value.form;
        expect(again).toEqual(form);
        expect(writeTimetableFile("netex", again, null).bytes).toEqual(out.bytes);
      }),
      { numRuns: countTries({ few: 60, many: 400 }) },
    );
  });

  it("tells trains that a publication doesn't hold", () => {
    const at = (name: string) => ({ trigram: name, secondary_code: null });
    const make = (
      train_name: string,
      category: "FREIGHT_TRAIN" | null,
      arrival_ms: number | null,
    ) =>
      makeTrain(
        {
          train_name,
          rolling_stock_name: "R",
          start_ms: OPTIONS.start_ms,
          category: category === null ? null : { main_category: category },
        },
        [
          { location: at("A"), arrival_ms: 0, stop_ms: null },
          { location: at("B"), arrival_ms, stop_ms: null },
          { location: at("C"), arrival_ms: 9000, stop_ms: 0 },
        ],
      );
    const trains = [make("", null, 1), make("2", "FREIGHT_TRAIN", 1), make("3", null, null)];
    const form: TimetableForm = { version: 1, train_schedules: trains, paced_trains: [] };
    const { bytes, report } = writeTimetableFile("netex", form, null);
    expect(report).toMatchObject([
      { code: "train_left_out", count: 2 },
      { code: "places_left_out", where: { id: "3" } },
    ]);
    const outcome = read(bytes);
    const [kept] = outcome.ok ? outcome.value.form.train_schedules : [];
    expect(kept?.path).toMatchObject([{ trigram: "A" }, { trigram: "C" }]);
  });
});
