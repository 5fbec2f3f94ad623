/** Small feeds, each with one thing that agencies publish in their own way, and the trains that come of it. */
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { type RailKind, SERVICE_KINDS } from "../../../src/railway/exchange_terms.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { type Station, StationIndex } from "../../../workers/exchange/timetable/station_index.ts";

const DAY_MS = 86_400_000;

/** One trip from Aden by Bern to Chur, whose stops lie 10 km from each other. */
const PLAIN: Readonly<Record<string, string>> = {
  agency: "agency_id,agency_name,agency_url,agency_timezone\nx,X,http://x,UTC\n",
  stops: "stop_id,stop_name,stop_lat,stop_lon\na,Aden,47,8\nb,Bern,47.1,8\nc,Chur,47.2,8\n",
  routes: "route_id,route_short_name,route_type\nr,R 1,2\n",
  trips: "route_id,service_id,trip_id\nr,s,t\n",
  stop_times:
    "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" +
    "t,8:00:00,8:00:00,a,1\nt,8:10:00,8:12:00,b,2\nt,8:32:00,8:32:00,c,3\n",
  calendar:
    "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n" +
    "s,1,1,1,1,1,1,1,20260301,20260331\n",
};
/** The train of the plain feed: times are minutes from its start, `+` and how long it stops. */
const TRAIN = "R 1 08:00 Aden Bern@10+2 Chur@32+0";

/** Files of the feed, without `.txt`; null: it is not there. */
type Files = Readonly<Record<string, string | null>>;

function replaced(file: string, from: string, to: string): Files {
  const text = PLAIN[file] ?? "";
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  return { [file]: text.replaceAll(from, to) };
}

/** A trip whose stop in Bern says who gets on and off. */
function passed(types: string, departure: string): Files {
  const head =
    "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type\n";
  return {
    stop_times: `${head}t,8:00:00,8:00:00,a,1,0,1\nt,8:10:00,${departure},b,2,${types}\nt,8:32:00,8:32:00,c,3,1,0\n`,
  };
}

function platforms(code: string, column = "platform_code"): Files {
  const stops = `stop_id,stop_name,stop_lat,stop_lon,${column},parent_station\n`;
  return {
    stops: `${stops}a,Aden,47,8,,\nb,Bern 4,47.1,8,${code},p\np,Bern,47.1,8,,\nc,Chur,47.2,8,,\n`,
  };
}

const STATIONS = new StationIndex(
  ["Aden", "Bern", "Chur"].map((name, i): Station => {
    const codes = { trigram: null, uic: null, secondary_code: null };
    return { id: name, name, ...codes, tracks: ["1", "4"], place: [8, 47 + i / 10] };
  }),
);

interface Case {
  readonly what: string;
  readonly files: Files;
  readonly trains: readonly string[];
  readonly kinds?: readonly RailKind[];
  /** Codes of the report, each with what it counts. */
  readonly told?: readonly string[];
}

const type = (number: number): Files => replaced("routes", "R 1,2", `R 1,${number}`);
/** A feed with a train and a route of a type that is not taken. */
const beside = (number: number): Files => ({
  routes: `${PLAIN["routes"]}o,X,${number}\n`,
  trips: `${PLAIN["trips"]}o,s,u\n`,
  stop_times: `${PLAIN["stop_times"]}u,9:00:00,9:00:00,a,1\nu,9:10:00,9:10:00,b,2\n`,
});

const CASES: readonly Case[] = [
  { what: "rail", files: {}, trains: [TRAIN] },
  ...[100, 102, 103, 106, 109, 117].map(
    (number): Case => ({ what: `rail of type ${number}`, files: type(number), trains: [TRAIN] }),
  ),
  ...(
    [
      [1, "subway"],
      [401, "subway"],
      [402, "subway"],
      [12, "monorail"],
      [405, "monorail"],
      [0, "tram"],
      [900, "tram"],
      [7, "funicular"],
      [1400, "funicular"],
    ] as const
  ).flatMap(([number, kind]): Case[] => [
    {
      what: `${kind} of type ${number}, asked for`,
      files: type(number),
      kinds: [kind],
      trains: [TRAIN],
    },
    {
      what: `${kind} of type ${number}, not asked for`,
      files: beside(number),
      trains: [TRAIN],
      told: ["route_left_out 1"],
    },
  ]),
  ...[3, 4, 200, 700, 1300].map(
    (number): Case => ({
      what: `what is no railway, of type ${number}`,
      files: beside(number),
      kinds: ["rail", "subway", "tram", "monorail", "funicular"],
      trains: [TRAIN],
      told: ["route_left_out 1"],
    }),
  ),
  {
    what: "a faulty trip beside another one",
    files: {
      trips: `${PLAIN["trips"]}r,s,u\n`,
      stop_times: `${PLAIN["stop_times"]}u,9:00:00,9:00:00,a,1\nu,8:10:00,8:10:00,b,2\n`,
    },
    trains: [TRAIN],
    told: ["faulty_left_out 1"],
  },
  {
    what: "a trip to a stop that there is not",
    files: {
      trips: `${PLAIN["trips"]}r,s,u\n`,
      stop_times: `${PLAIN["stop_times"]}u,9:00:00,9:00:00,a,1\nu,9:10:00,9:10:00,nowhere,2\n`,
    },
    trains: [TRAIN],
    told: ["faulty_left_out 1"],
  },
  {
    what: "a route of no number beside another one",
    files: {
      routes: `${PLAIN["routes"]}o,X,train\n`,
      trips: `${PLAIN["trips"]}o,s,u\n`,
      stop_times: `${PLAIN["stop_times"]}u,9:00:00,9:00:00,a,1\nu,9:10:00,9:10:00,b,2\n`,
    },
    trains: [TRAIN],
    told: ["faulty_left_out 1"],
  },
  {
    what: "a platform that is a track of the network",
    files: platforms("4"),
    trains: ["R 1 08:00 Aden Bern:4@10+2 Chur@32+0"],
  },
  {
    what: "a platform that is none",
    files: platforms("12a"),
    trains: [TRAIN],
    told: ["platform_left_out 1"],
  },
  {
    what: "a block",
    files: { trips: "route_id,service_id,trip_id,block_id\nr,s,t,17\n" },
    trains: [`${TRAIN} [block 17]`],
  },
  {
    what: "transfers and ways to platforms",
    files: { transfers: "from_stop_id\na\n", pathways: "pathway_id\np\n" },
    trains: [TRAIN],
    told: ["file_left_out 1", "file_left_out 1"],
  },
  {
    what: "a train after midnight",
    files: replaced("stop_times", "8:", "25:"),
    trains: ["R 1 01:00 Aden Bern@10+2 Chur@32+0"],
  },
  {
    what: "a stop without times between two others",
    files: replaced("stop_times", "8:10:00,8:12:00", ","),
    trains: ["R 1 08:00 Aden Bern@?+0 Chur@32+0"],
  },
  {
    what: "a number of the train",
    files: { trips: "route_id,service_id,trip_id,trip_short_name\nr,s,t,2511\n" },
    trains: ["2511 08:00 Aden Bern@10+2 Chur@32+0"],
  },
  {
    what: "trips without a name of the route",
    files: replaced("routes", "R 1,", ","),
    trains: ["t 08:00 Aden Bern@10+2 Chur@32+0"],
  },
  {
    what: "stops in another order",
    files: {
      stop_times:
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" +
        "t,8:32:00,8:32:00,c,30\nt,8:00:00,8:00:00,a,10\nt,8:10:00,8:12:00,b,20\n",
    },
    trains: [TRAIN],
  },
  {
    what: "a byte order mark and ends of lines of Windows",
    files: { stops: `\uFEFF${(PLAIN["stops"] ?? "").replaceAll("\n", "\r\n")}` },
    trains: [TRAIN],
  },
  { what: "times without seconds", files: replaced("stop_times", ":00,", ","), trains: [TRAIN] },
  {
    what: "blanks before cells in quotes",
    files: { stops: (PLAIN["stops"] ?? "").replaceAll(/,([A-Z]\w+)/g, ', "$1"') },
    trains: [TRAIN],
  },
  {
    what: "a stop where nobody gets on or off, which it passes",
    files: passed("1,1", "8:10:00"),
    trains: ["R 1 08:00 Aden Bern@10 Chur@32+0"],
  },
  {
    what: "a stop where nobody gets on or off, at which it stays",
    files: passed("1,1", "8:12:00"),
    trains: [TRAIN],
  },
  {
    what: "a stop where passengers get off alone",
    files: passed("1,0", "8:10:00"),
    trains: ["R 1 08:00 Aden Bern@10+0 Chur@32+0"],
  },
  {
    what: "a stop of another name, near its station",
    files: replaced("stops", "b,Bern,47.1,8", "b,Berne,47.1005,8"),
    trains: [TRAIN],
  },
  {
    what: "a stop that the network has not",
    files: replaced("stops", "b,Bern,47.1,8", "b,Berne,47.15,8"),
    trains: ["R 1 08:00 Aden b@10+2 Chur@32+0"],
    told: ["station_unknown 1"],
  },
];

describe("a feed with", () => {
  it.each(CASES)("$what", ({ files, kinds = SERVICE_KINDS, trains, told = [] }) => {
    const entries = Object.entries({ ...PLAIN, ...files }).flatMap(([name, text]) =>
      text === null ? [] : [[`${name}.txt`, strToU8(text)]],
    );
    const outcome = readTimetableFile("gtfs", {
      bytes: zipSync(Object.fromEntries(entries)),
      stations: STATIONS,
      rolling_stock_name: "Regional 160",
      start_ms: Date.UTC(2026, 2, 2),
      window_ms: DAY_MS,
      kinds,
      is_strict: false,
    });
    if (!outcome.ok) throw new Error(outcome.error.reason);
    const { form, report } = outcome.value;
    expect(form.train_schedules.map(printTrain)).toEqual(trains);
    expect(report.map(({ code, count }) => `${code} ${count}`)).toEqual(told);
  });
});

function printTrain(train: {
  readonly train_name: string;
  readonly start_time: string;
  readonly labels: readonly string[];
  readonly path: readonly object[];
  readonly schedule: readonly {
    readonly at: string;
    readonly arrival: string | null;
    readonly stop_for: string | null;
  }[];
}): string {
  const minutes = (text: string): number => Number(/^PT(\d+)S$/.exec(text)?.[1]) / 60;
  const places = train.path.map((point, i) => {
    const { operational_point, trigram, local_track_name } = point as Record<string, string>;
    const track = local_track_name === undefined ? "" : `:${local_track_name}`;
    const own = train.schedule.find(({ at }) => at === String(i + 1));
    const at = own === undefined ? "" : own.arrival === null ? "@?" : `@${minutes(own.arrival)}`;
    const wait = own === undefined || own.stop_for === null ? "" : `+${minutes(own.stop_for)}`;
    return `${operational_point ?? trigram}${track}${at}${wait}`;
  });
  const labels = train.labels.map((label) => ` [${label}]`);
  return `${train.train_name} ${train.start_time.slice(11, 16)} ${places.join(" ")}${labels.join("")}`;
}
