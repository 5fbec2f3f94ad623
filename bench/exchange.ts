/**
 * How long large files of other formats take, and how much memory: an extract of OpenStreetMap of 100,000 railway ways
 * as XML and as PBF, railML of 50 MB, 10,000 trains in each format of timetables, deliveries of NeTEx of 100 and 200 MB of
 * XML (13,000 and 26,000 journeys of 30 places) as ZIPs. Each is read by the task of the server
 * on a thread of a process of its own, which tells how much its memory grew; networks go out as railML behind it: `npm run -s build:document &&
 * node dist/bench/exchange.js [FORMAT…]`, of osm, pbf, railml, railml3, those of timetables and netex_delivery; all of them without one.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startCompute } from "../src/platform/compute/pool.ts";
import {
  type NetworkFormat,
  TIMETABLE_FORMATS,
  type TimetableFormat,
} from "../src/railway/exchange_terms.ts";
import { DEFAULT_COMPLETION } from "../workers/exchange/completion/complete_network.ts";
import { exportNetwork } from "../workers/exchange/export_network.ts";
import { importNetwork } from "../workers/exchange/import_network.ts";
import { StationIndex } from "../workers/exchange/timetable/station_index.ts";
import { writeTimetableFile } from "../workers/exchange/write_timetable.ts";
import {
  drawStations,
  drawTimetable,
  packDelivery,
  packExtract,
  printExtract,
  printRailml,
  printRailml3,
} from "./exchange_files.ts";
import { forgetPeakMemory, peakMemoryMib } from "./servers.ts";

const WAIT = { target_ms: 60_000, interval_ms: 60_000 };
const START_MS = Date.UTC(2026, 2, 2);
const DAY_MS = 86_400_000;
/** What one thread of the server has by default. */
const MEMORY_MB = 4096;
const MIB = 1024 * 1024;

const NETWORKS = {
  osm: { format: "osm", make: printExtract },
  pbf: { format: "osm", make: packExtract },
  railml: { format: "railml", make: printRailml },
  railml3: { format: "railml", make: printRailml3 },
} as const;
type NetworkFile = keyof typeof NETWORKS;

/** Bytes of their XML: as ZIPs they are a fiftieth of it. */
const DELIVERIES: Readonly<Record<string, number>> = {
  netex_delivery: 100e6,
  netex_delivery_200: 200e6,
};

function isNetwork(name: string): name is NetworkFile {
  return Object.hasOwn(NETWORKS, name);
}

function timetableFormat(name: string): TimetableFormat {
  if (DELIVERIES[name] !== undefined) return "netex";
  const format = TIMETABLE_FORMATS.find((one) => name === timetableName(one));
  if (format === undefined) throw new Error(`no such file: ${name}`);
  return format;
}

/** railML is a network, too. */
function timetableName(format: TimetableFormat): string {
  return format === "railml" ? "railml_timetable" : format;
}

function makeFile(name: string): Uint8Array {
  if (isNetwork(name)) return NETWORKS[name].make();
  const text_bytes = DELIVERIES[name];
  if (text_bytes !== undefined) return packDelivery(text_bytes);
  const format = timetableFormat(name);
  const form = drawTimetable(format === "nge" ? "paced" : "trains");
  return writeTimetableFile(format, form, new StationIndex(drawStations())).bytes;
}

/** A thread that has started, and the memory of its process, which is idle. */
async function measure(name: string, file: string): Promise<void> {
  const compute = startCompute({
    filename: fileURLToPath(new URL("../workers/main.js", import.meta.url)),
    threads: 1,
    queue: 10,
    waits: { interactive: WAIT, batch: WAIT },
    task_deadline_ms: 600_000,
    memory_mb: MEMORY_MB,
    onThreadError: (error) => {
      throw error;
    },
  });
  const share = { owner: "bench", has_authorization: true, has_statement: true, has_task: true };
  const read = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
    const { buffer: body } = bytes;
    const how = { share, transfer: [body], priority: "batch" } as const;
    if (isNetwork(name)) {
      const { format } = NETWORKS[name];
      const input = { format, body, options: DEFAULT_COMPLETION };
      const made = await compute.run("import_network", input, how);
      if (made.kind === "unreadable") return made.fault.reason;
      if (made.parsed.kind !== "parsed") return made.parsed.kind;
      const { objects, counts } = made.parsed;
      const { track_sections, signals, routes } = counts;
      const rows_mb = ((objects.railjson.offsets.at(-1) ?? 0) / MIB).toFixed(0);
      return `${track_sections} tracks, ${signals} signals, ${routes} routes, rows of ${rows_mb} MiB`;
    }
    const given = {
      rolling_stock_name: "",
      start_ms: START_MS,
      window_ms: DAY_MS,
      is_strict: true,
    };
    const input = { body, options: given, trains_max: 1_000_000, infra: null };
    const format = timetableFormat(name);
    const made = await compute.run("import_timetable", { format, ...input }, how);
    if (made.kind === "unreadable") return made.fault.reason;
    if (made.split.kind !== "split") return made.split.kind;
    const { train_schedules, paced_trains } = made.split;
    const count = train_schedules.offsets.length + paced_trains.offsets.length - 2;
    const ends = [train_schedules, paced_trains].map(({ offsets }) => offsets.at(-1) ?? 0);
    const rows_mb = ends.reduce((sum, end) => sum + end, 0) / MIB;
    return `${count} trains, rows of ${rows_mb.toFixed(0)} MiB`;
  };
  // The thread loads its code.
  await read(new Uint8Array([0]));
  const idle_mib = process.memoryUsage.rss() / MIB;
  forgetPeakMemory(process.pid);
  const bytes = new Uint8Array(readFileSync(file));
  const size_mib = (DELIVERIES[name] ?? bytes.length) / MIB;
  const [begin_ms, before] = [performance.now(), process.cpuUsage()];
  const made = await read(bytes);
  const { user, system } = process.cpuUsage(before);
  const seconds = ((performance.now() - begin_ms) / 1000).toFixed(1);
  const grown_mib = peakMemoryMib(process.pid) - idle_mib;
  process.stdout.write(
    `${name}: ${size_mib.toFixed(1)} MiB in ${((user + system) / 1e6).toFixed(1)} s of CPU ` +
      `(${seconds} s passed), ${made}; at most ${grown_mib.toFixed(0)} MiB more than idle, ` +
      `${(grown_mib / size_mib).toFixed(1)} times the file\n`,
  );
  await compute.close();
  if (isNetwork(name)) tellExport(NETWORKS[name].format, readFileSync(file));
}

function tellExport(format: NetworkFormat, bytes: Uint8Array): void {
  const read = importNetwork(format, bytes);
  if (!read.ok) throw new Error(read.error.reason);
  const before = process.cpuUsage();
  const { bytes: written } = exportNetwork("railml", read.value.document);
  const { user, system } = process.cpuUsage(before);
  const seconds = ((user + system) / 1e6).toFixed(1);
  process.stdout.write(
    `as railML: ${(written.length / MIB).toFixed(1)} MiB in ${seconds} s of CPU\n`,
  );
}

/** Each in a process of its own; what makes the file leaves garbage, so another one reads it. */
function measureAll(names: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), "exchange-"));
  const own = fileURLToPath(import.meta.url);
  try {
    for (const name of names) {
      const file = join(folder, name);
      execFileSync(process.execPath, [own, "make", name, file], { stdio: "inherit" });
      execFileSync(process.execPath, [own, "measure", name, file], { stdio: "inherit" });
      rmSync(file);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [act = "", name = "", file = ""] = process.argv.slice(2);
if (act === "make") writeFileSync(file, makeFile(name));
else if (act === "measure") await measure(name, file);
else {
  const timetables = [...TIMETABLE_FORMATS.map(timetableName), ...Object.keys(DELIVERIES)];
  const all = [...Object.keys(NETWORKS), ...timetables];
  measureAll(act === "" ? all : process.argv.slice(2));
}
