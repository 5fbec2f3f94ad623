/** Documents that a thread takes apart, each about as large as it may be. */
import {
  counted,
  fill,
  HUGE_TRAIN,
  PATHS_IN_EXCEPTIONS,
  type Shape,
  waypoint,
} from "./hostile_bodies.ts";
import { validTrain } from "./rules/valid_forms.ts";

/** The default of the setting: what a worker takes apart may be larger than what is parsed here. */
const IMPORT_BYTES_MAX = 64 * 1024 * 1024;

/** A document of one list, as large as it may be. */
function importOf(list: string, item: (i: number) => string): Shape[1] {
  return () => fill(IMPORT_BYTES_MAX, [`{"version":1,"${list}":[`, "]}"], item);
}

const LONG_TRAIN = JSON.stringify(validTrain({ path: counted(40, waypoint), schedule: [] }));

/** Documents that are stored, each as large as it may be. */
export const FULL_IMPORTS: readonly Shape[] = [
  ["64 MB of trains", importOf("train_schedules", () => LONG_TRAIN)],
  ["64 MB of huge trains", importOf("train_schedules", () => JSON.stringify(HUGE_TRAIN))],
  ["64 MB of paced trains", importOf("paced_trains", () => JSON.stringify(PATHS_IN_EXCEPTIONS))],
];

const RAILJSON_BYTES = 200_000_000;

function filled(byte: string, start = ""): Shape[1] {
  return () => {
    const bytes = Buffer.alloc(RAILJSON_BYTES, byte);
    bytes.write(start);
    return bytes;
  };
}

/** Documents that a thread reads, nearly as large as they may be. */
export const FULL_DOCUMENTS: readonly Shape[] = [
  ["200 MB of blanks", filled(" ")],
  ["a list of 200 MB that is never closed", filled("1,", "[")],
  ["a list too deep of 200 MB", filled("[")],
  ["a text of 200 MB that is never closed", filled("a", '"')],
];

const FILE_BYTES = 60_000_000;

/** A begin, a piece over and over, and no end: all of it is read before it is refused. */
function repeated(begin: string, piece: string): () => Uint8Array {
  return () => Buffer.from(begin + piece.repeat(Math.floor(FILE_BYTES / piece.length)));
}

const RAILML_BEGIN = '<railml version="2.4"><infrastructure id="i"><tracks>';
const TRACK =
  '<track id="t"><trackTopology><trackBegin id="b" pos="0"/><trackEnd id="e" pos="900"/></trackTopology></track>';
const WAY = '<way id="1"><nd ref="1"/><nd ref="2"/><tag k="railway" v="rail"/></way>';

/** Files of other formats, nearly as large as they may be, and where they are sent. */
export const FULL_FILES: readonly (readonly [string, string, () => Uint8Array])[] = [
  ["60 MB of railML", "/infra/import?format=railml&name=n", repeated(RAILML_BEGIN, TRACK)],
  [
    "60 MB of rolling stocks",
    "/rolling_stock/import?format=railml",
    repeated('<railml version="2.5"><rollingstock><vehicles>', '<vehicle id="v" speed="90"/>'),
  ],
  ["60 MB of OpenStreetMap", "/infra/import?format=osm&name=n", repeated("<osm>", WAY)],
  [
    "60 MB of a table",
    "/timetable/:timetable_id/import?format=csv",
    repeated("train,station,arrival\n1,A,8:00\n", ",B,25:00\n"),
  ],
  [
    "60 MB of a netgraph",
    "/timetable/:timetable_id/import?format=nge",
    repeated('{"nodes":[', '{"id":1,"betriebspunktName":"A"},'),
  ],
];
