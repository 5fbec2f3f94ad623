/** Small timetables of jTrainGraph and FPLedit, each with one thing that they write in their own way, and the trains that come of it. */
import { describe, expect, it } from "vitest";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { callsOf, type TrainForm } from "../../../workers/exchange/timetable/timetable_form.ts";
import { encode } from "./nge_files.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MONDAY_MS = Date.UTC(2026, 2, 2);

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const STATIONS =
  '<sta name="Aden" kml="0.0" kmr="0.0"/>\n<sta name="Bern" kml="9.0" kmr="9.0"/>\n<sta name="Chur" kml="20.0" kmr="20.0"/>';
const TIMES = '<t a="" d="08:00"/><t a="08:10" d="08:12"/><t a="08:32" d=""/>';
/** Its times are minutes from its start, `+` and how long it stops. */
const TRAIN = "P 1 08:00 Aden Bern@10+2 Chur@32+0";
/** The same way against the line. */
const BACK_TIMES = '<t a="09:32" d=""/><t a="09:20" d="09:22"/><t a="" d="09:00"/>';
const BACK = "P 2 09:00 Chur Bern@20+2 Aden@32+0";

/** A file of a line with what is told of it, and otherwise with one train. */
interface Parts {
  readonly declaration?: string;
  /** Attributes of the root. */
  readonly root?: string;
  /** In front of the stations. */
  readonly first?: string;
  readonly stations?: string;
  readonly trains?: string;
  /** Behind the trains. */
  readonly last?: string;
}

function write(parts: Parts): string {
  const { declaration = DECLARATION, root = 'version="012" d="1111111"', first = "" } = parts;
  const { stations = STATIONS, trains = train(TIMES), last = "" } = parts;
  return `${declaration}<jTrainGraph_timetable ${root}>\n${first}<stations>\n${stations}\n</stations>\n<trains>\n${trains}\n</trains>\n${last}</jTrainGraph_timetable>\n`;
}

function train(times: string, attributes = 'name="P 1" d="1111111"', element = "ti"): string {
  return `<${element} ${attributes}>\n${times}\n</${element}>`;
}

/** From Aden to Chur, with the times at each place. */
const timed = (...times: readonly (readonly [arrival: string, departure: string])[]): Parts => ({
  trains: train(times.map(([a, d]) => `<t a="${a}" d="${d}"/>`).join("")),
});

const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));

const NETWORK_STATIONS =
  '<sta name="Mill" km="1:4.0" fpl-rt="1" fpl-id="9" fpl-pos="10;20"/>' +
  '<sta name="Aden" km="0:0.0" fpl-rt="0" fpl-id="1"/>' +
  '<sta name="Bern" km="0:9.0;1:0.0" fpl-rt="0,1" fpl-id="2" dTi="0:1;1:2"><track name="1"/><track name="2"/></sta>' +
  '<sta name="Chur" km="0:20.0" fpl-rt="0" fpl-id="3"/>';
const network = (times: string, version = "101"): Parts => ({
  root: `version="${version}" name="" tMin="-1" tMax="-1" d="1111111"`,
  stations: NETWORK_STATIONS,
  trains: train(times, 'name="P 1" d="1111111" id="1"', "tr"),
});
const NETWORK_TIMES =
  '<t fpl-id="1" a="" d="08:00"/><t fpl-id="2" a="08:10" d="08:12"/><t fpl-id="3" a="08:32" d=""/>';

interface Case {
  readonly what: string;
  readonly file: string | Uint8Array | Parts;
  readonly trains: readonly string[];
  /** Codes of the report, each with what it counts. */
  readonly told?: readonly string[];
}

const CASES: readonly Case[] = [
  { what: "what is plain", file: {}, trains: [TRAIN] },
  {
    what: "version 008, with one kilometre a station and fonts and colours",
    file: {
      root: 'version="008" name="" tMin="-1" tMax="-1" d="1111111" bgC="weiß" sFont="font(SansSerif;0;12)" sHor="true" shKm="false" cNr="1"',
      stations: STATIONS.replaceAll(
        /kml="(\S+)" kmr="\S+"/g,
        'km="$1" cl="schwarz" sh="true" sz="1" sy="0"',
      ),
      trains: train(TIMES, 'name="P 1" cm="" cl="schwarz" sh="true" sz="1" sy="0" d="1111111"'),
    },
    trains: [TRAIN],
  },
  {
    what: "version 011, with tracks of its stations and trains",
    file: {
      root: 'version="011" d="1111111" shV="0" bgC="rgb(255,255,255)"',
      stations: STATIONS.replace(
        'kmr="9.0"/>',
        'kmr="9.0" dTi="1" dTa="2"><track name="1"/></sta>',
      ),
      trains: train(TIMES.replace('d="08:12"', 'd="08:12" at="1" dt=""')),
    },
    trains: [TRAIN],
  },
  { what: "no version and no days", file: { root: "" }, trains: [TRAIN] },
  { what: "no declaration", file: { declaration: "" }, trains: [TRAIN] },
  {
    what: "a byte order mark",
    file: `\u{feff}${write({ declaration: '<?xml version="1.0" encoding="utf-8"?>' })}`,
    trains: [TRAIN],
  },
  { what: "lines that end with CR LF", file: write({}).replaceAll("\n", "\r\n"), trains: [TRAIN] },
  {
    what: "ISO-8859-1",
    file: latin1(
      write({
        declaration: '<?xml version="1.0" encoding="ISO-8859-1" standalone="no"?>',
        stations: STATIONS.replace("Bern", "Bärnau"),
      }),
    ),
    trains: [TRAIN.replace("Bern", "Bärnau")],
  },
  {
    what: "windows-1252 in single quotes",
    file: latin1(
      write({
        declaration: "<?xml version='1.0' encoding='windows-1252'?>",
        stations: STATIONS.replace("Bern", "Bern \u0096 Süd"),
      }),
    ),
    trains: [TRAIN.replace("Bern", "Bern – Süd")],
  },
  {
    what: "UTF-16",
    file: Uint8Array.from(
      Buffer.from(
        `\u{feff}${write({ declaration: '<?xml version="1.0" encoding="utf-16"?>' })}`,
        "utf16le",
      ),
    ),
    trains: [TRAIN],
  },
  {
    what: "comments and instructions between its times",
    file: {
      declaration: `${DECLARATION}<!-- made by hand -->\n<?xml-stylesheet href="a.xsl"?>\n`,
      trains: train(TIMES.replaceAll("/><t", "/><!-- <t a='1'/> --><t")),
    },
    trains: [TRAIN],
  },
  {
    what: "names with a prefix, and how its plans are printed",
    file: {
      root: 'xmlns:fpl="fahrplan.manuelhu.de/xmlns" version="009"',
      first:
        '<fpl:bfpl_attrs tmpl="x" font=""><css xmlns="">a &gt; b</css><t a="9" d="9"/></fpl:bfpl_attrs><afpl_attrs><trains/></afpl_attrs>',
    },
    trains: [TRAIN],
  },
  {
    what: "elements and attributes that nobody knows",
    file: {
      first: "<future><trains><ti name='x'/></trains></future>",
      trains: train(`<note>by hand</note>${TIMES}`, 'name="P 1" d="1111111" fpl-new="1"'),
    },
    trains: [TRAIN],
  },
  {
    what: "orders to its driver, requests to stop and shunting",
    file: {
      trains: train(
        '<t a="" d="08:00" fpl-zlm="Tf"/><t a="08:10" d="08:12" fpl-tr="1" fpl-rq="1"><shMove fpl-time="08:11" sTrack="1" eTrack="2" remark=""/></t><t a="08:32" d="" fpl-tr="0"/>',
      ),
    },
    trains: [TRAIN],
  },
  {
    what: "trains of both directions",
    file: { trains: train(TIMES) + train(BACK_TIMES, 'name="P 2" d="1111111"', "ta") },
    trains: [TRAIN, BACK],
  },
  {
    what: "trains against the line in front of the others",
    file: { trains: train(BACK_TIMES, 'name="P 2" d="1111111"', "ta") + train(TIMES) },
    trains: [TRAIN, BACK],
  },
  {
    what: "a station without times: it is passed",
    file: timed(["", "08:00"], ["", ""], ["08:32", ""]),
    trains: ["P 1 08:00 Aden Bern Chur@32+0"],
  },
  {
    what: "a station with a departure alone: it is passed then",
    file: timed(["", "08:00"], ["", "08:11"], ["08:32", ""]),
    trains: ["P 1 08:00 Aden Bern@11 Chur@32+0"],
  },
  {
    what: "a station with an arrival alone: it is passed then",
    file: timed(["", "08:00"], ["08:11", ""], ["08:32", ""]),
    trains: ["P 1 08:00 Aden Bern@11 Chur@32+0"],
  },
  {
    what: "a stop of no time",
    file: timed(["", "08:00"], ["08:11", "08:11"], ["08:32", ""]),
    trains: ["P 1 08:00 Aden Bern@11+0 Chur@32+0"],
  },
  {
    what: "an arrival at its first station: it waits there",
    file: timed(["07:55", "08:00"], ["08:10", "08:12"], ["08:32", ""]),
    trains: ["P 1 07:55 Aden@0+5 Bern@15+2 Chur@37+0"],
  },
  {
    what: "a train of a part of the line",
    file: timed(["", ""], ["", "08:12"], ["08:32", ""]),
    trains: ["P 1 08:12 Bern Chur@20+0"],
  },
  {
    what: "fewer times than stations, which were added later",
    file: { stations: `${STATIONS}<sta name="Davos" kml="60.0" kmr="60.0"/>` },
    trains: [TRAIN],
  },
  {
    what: "times with seconds",
    file: timed(["", "08:00:30"], ["08:10", "08:12:30"], ["08:32:00", ""]),
    trains: ["P 1 08:00:30 Aden Bern@9.5+2.5 Chur@31.5+0"],
  },
  {
    what: "times in hundredths of minutes, behind a comma",
    file: timed(["", "08:00"], ["08:10,50", "08:12,75"], ["08:32,5", ""]),
    trains: ["P 1 08:00 Aden Bern@10.5+2.25 Chur@32.5+0"],
  },
  {
    what: "hours and minutes of one digit",
    file: timed(["", "8:0"], ["8:10", "8:12"], ["8:32", ""]),
    trains: [TRAIN],
  },
  {
    what: "times over midnight",
    file: timed(["", "23:50"], ["23:59", "00:00"], ["0:20", ""]),
    trains: ["P 1 23:50 Aden Bern@9+1 Chur@30+0"],
  },
  {
    what: "midnight as 24:00",
    file: timed(["", "23:50"], ["23:59", "24:00"], ["00:20", ""]),
    trains: ["P 1 23:50 Aden Bern@9+1 Chur@30+0"],
  },
  {
    what: "hours that count on over midnight, as of linked trains",
    file: timed(["", "23:50"], ["24:10", "24:12"], ["25:05", ""]),
    trains: ["P 1 23:50 Aden Bern@20+2 Chur@75+0"],
  },
  {
    what: "a linked train that starts behind midnight: it is one of the day before",
    file: timed(["", "25:00"], ["25:10", "25:12"], ["25:32", ""]),
    trains: ["P 1 +1 01:00 Aden Bern@10+2 Chur@32+0"],
  },
  {
    what: "linked trains with their times",
    file: {
      trains:
        train(
          `${TIMES}<tl tli="1" tlc="1" tld="60" tlo="0" tln="auto;P ;1" tlt="True"/>`,
          'name="P 1" d="1111111" id="1"',
        ) + train(TIMES.replaceAll("08:", "09:"), 'name="P 3" d="1111111" id="2" islink="true"'),
    },
    trains: [TRAIN, TRAIN.replace("P 1 08", "P 3 09")],
  },
  {
    what: "a train that has no times yet, beside another one",
    file: { trains: train("<t a='' d=''/><t/><t/>", 'name="new" d="1111111"') + train(TIMES) },
    trains: [TRAIN],
    told: ["faulty_left_out 1"],
  },
  {
    what: "a train that tells no days: it runs on all",
    file: { trains: train(TIMES, 'name="P 1"') },
    trains: [TRAIN],
  },
  {
    what: "a train of another day, and one of none",
    file: {
      trains:
        train(TIMES, 'name="Su" d="0000001"') + train(TIMES, 'name="0" d="0000000"') + train(TIMES),
    },
    trains: [TRAIN],
    told: ["train_not_in_window 2"],
  },
  {
    what: "trains of equal names and ids",
    file: { trains: train(TIMES, 'name="P 1" id="1"') + train(TIMES, 'name="P 1" id="1"') },
    trains: [TRAIN, TRAIN],
  },
  {
    what: "a train without a name: it has its number",
    file: { trains: train(TIMES, 'name="" d="1111111" id="4711"') },
    trains: [TRAIN.replace("P 1", "4711")],
  },
  {
    what: "names of many letters and with signs of XML",
    file: {
      stations: STATIONS.replace("Bern", "Bern &quot;A &amp; B&quot; &#228; &lt;1&gt;"),
      trains: train(TIMES, `name="${"x".repeat(400)}" d="1111111"`),
    },
    trains: [TRAIN.replace("P 1", "x".repeat(400)).replace("Bern", 'Bern "A & B" ä <1>')],
  },
  {
    what: "blanks around the name of a station",
    file: { stations: STATIONS.replace('"Bern"', '" Bern "') },
    trains: [TRAIN],
  },
  {
    what: "its engine and a note",
    file: {
      trains: train(
        TIMES,
        'name="P 1" d="1111111" fpl-tfz="99" fpl-mbr="" fpl-last="" cm="school"',
      ),
    },
    trains: [`${TRAIN} #99 #school`],
  },
  {
    what: "what trains go on as, and vehicles",
    file: {
      last: '<transitions><tra first="1" next="2"/><tra first="2" next="3" d="1111100"/></transitions><vehicles><veh name="628"/></vehicles>',
    },
    trains: [TRAIN],
    told: ["transitions_left_out 2", "vehicles_left_out 1"],
  },
  {
    what: "neither, but their empty lists",
    file: { last: "<transitions /><vehicles />" },
    trains: [TRAIN],
  },
  { what: "a network of version 100", file: network(NETWORK_TIMES, "100"), trains: [TRAIN] },
  {
    what: "a network of version 102 with stations in any order",
    file: network(NETWORK_TIMES, "102"),
    trains: [TRAIN],
  },
  {
    what: "a train that changes its route in a network and passes without times",
    file: network(
      '<t fpl-id="3" a="" d="08:00" /><t fpl-id="2"/><t fpl-id="9" a="08:25" /><t fpl-id="1" a="" d=""/>',
    ),
    trains: ["P 1 08:00 Chur Bern Mill@25+0"],
  },
  {
    what: "a train that turns in a network and is at a station twice",
    file: network(
      '<t fpl-id="9" a="" d="08:00"/><t fpl-id="2" a="08:10" d="08:20"/><t fpl-id="9" a="08:30" d=""/>',
    ),
    trains: ["P 1 08:00 Mill Bern@10+10 Mill@30+0"],
  },
];

function print(one: TrainForm): string {
  const minutes = (ms: number): number => ms / MINUTE_MS;
  const { train_name, start_time, labels, path } = one;
  const start_ms = Date.parse(start_time);
  const days = Math.floor((start_ms - MONDAY_MS) / DAY_MS);
  const places = callsOf(one).map(({ arrival_ms, stop_ms }, i) => {
    const place = path[i];
    const name = place !== undefined && "trigram" in place ? place.trigram : "?";
    const stop = stop_ms === null ? "" : `+${minutes(stop_ms)}`;
    if (arrival_ms === null || (i === 0 && stop === "")) return name;
    return `${name}@${minutes(arrival_ms)}${stop}`;
  });
  return [
    train_name,
    days === 0 ? "" : `+${days}`,
    start_time.slice(11).replace(/(:00)?Z$/, ""),
    ...places,
    ...labels.map((label) => `#${label}`),
  ]
    .filter((word) => word !== "")
    .join(" ");
}

describe("a timetable of jTrainGraph or FPLedit", () => {
  it.each(CASES)("with $what comes in as it is meant", ({ file, trains, told }) => {
    const is_whole = typeof file === "string" || file instanceof Uint8Array;
    const whole = is_whole ? file : write(file);
    const outcome = readTimetableFile("fpl", {
      bytes: typeof whole === "string" ? encode(whole) : whole,
      rolling_stock_name: "Regional 160",
      start_ms: MONDAY_MS,
      window_ms: DAY_MS,
      is_strict: false,
      stations: null,
    });
    if (!outcome.ok) throw new Error(outcome.error.reason);
    const { form, report } = outcome.value;
    expect(form.paced_trains).toEqual([]);
    expect(form.train_schedules.map(print)).toEqual(trains);
    expect(report.map(({ code, count }) => `${code} ${count}`)).toEqual(told ?? []);
  });
});
