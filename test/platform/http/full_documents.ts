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
