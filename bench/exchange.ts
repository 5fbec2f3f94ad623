/**
 * How long large files of other formats take: an extract of OpenStreetMap of 100,000 railway ways, railML of 50 MB, and
 * the networks of both as railML again. Run alone, a part in a process of its own, so that each tells its own memory:
 * `npm run -s build:document && node dist/bench/exchange.js osm`, or `railml`.
 */
import { exportNetwork } from "../workers/exchange/export_network.ts";
import { importNetwork } from "../workers/exchange/import_network.ts";

const WAYS = 100_000;
/** Ways of one line, one behind the other; each tenth begins a branch. */
const LINE_WAYS = 100;
const RAILML_BYTES = 50_000_000;

/** Lines beside each other, with a point switch at every tenth way, a limit and a voltage. */
function printExtract(): string {
  const nodes: string[] = [];
  const ways: string[] = [];
  const node = (lon: number, lat: number): number =>
    nodes.push(`<node id="${nodes.length + 1}" lon="${lon.toFixed(6)}" lat="${lat.toFixed(6)}"/>`);
  const tags =
    '<tag k="railway" v="rail"/><tag k="maxspeed" v="120"/><tag k="electrified" v="contact_line"/><tag k="voltage" v="15000"/>';
  const way = (from: number, to: number): void => {
    ways.push(`<way id="${ways.length + 1}"><nd ref="${from}"/><nd ref="${to}"/>${tags}</way>`);
  };
  for (let line = 0; ways.length < WAYS; line++) {
    const lat = 40 + (line % 1000) / 100;
    const lon = 5 + Math.floor(line / 1000) * 2;
    let last = node(lon, lat);
    for (let i = 1; i <= LINE_WAYS && ways.length < WAYS; i++) {
      const next = node(lon + i / 100, lat);
      way(last, next);
      if (i % 10 === 0) way(last, node(lon + i / 100, lat + 0.001));
      last = next;
    }
  }
  return `<osm version="0.6">${nodes.join("\n")}${ways.join("\n")}</osm>`;
}

/** Tracks with buffer stops, speeds, gradients and signals, none joined to another. */
function printRailml(): string {
  const tracks: string[] = [];
  for (let bytes = 0, i = 0; bytes < RAILML_BYTES; i++) {
    const list = (name: string, print: (at: number) => string): string =>
      `<${name}s>${Array.from({ length: 10 }, (_, k) => print(k * 900 + 50)).join("")}</${name}s>`;
    const track =
      `<track id="t${i}"><trackTopology><trackBegin id="b${i}" pos="0"><bufferStop id="bb${i}"/></trackBegin>` +
      `<trackEnd id="e${i}" pos="10000"><bufferStop id="be${i}"/></trackEnd></trackTopology><trackElements>` +
      list(
        "speedChange",
        (at) => `<speedChange id="s${i}_${at}" pos="${at}" dir="up" vMax="${80 + (at % 60)}"/>`,
      ) +
      list(
        "gradientChange",
        (at) => `<gradientChange id="g${i}_${at}" pos="${at}" slope="${at % 7}"/>`,
      ) +
      `</trackElements><ocsElements>` +
      list("signal", (at) => `<signal id="o${i}_${at}" pos="${at}" dir="up" type="main"/>`) +
      `</ocsElements></track>`;
    tracks.push(track);
    bytes += track.length;
  }
  return `<railml version="2.4"><infrastructure id="i"><tracks>${tracks.join("\n")}</tracks></infrastructure></railml>`;
}

/** What a piece of work takes of the processor, and of the clock. */
function measure<Value>(work: () => Value): { readonly value: Value; readonly spent: string } {
  const [begin_ms, before] = [performance.now(), process.cpuUsage()];
  const value = work();
  const { user, system } = process.cpuUsage(before);
  const seconds = ((performance.now() - begin_ms) / 1000).toFixed(1);
  return { value, spent: `${((user + system) / 1e6).toFixed(1)} s of CPU (${seconds} s passed)` };
}

function tell(format: "osm" | "railml", text: string): void {
  const bytes = new TextEncoder().encode(text);
  const { value: read, spent } = measure(() => importNetwork(format, bytes));
  if (!read.ok) throw new Error(read.error.reason);
  const { document } = read.value;
  const { track_sections, routes, signals } = document;
  const memory_mb = process.resourceUsage().maxRSS / 1024;
  const written = measure(() => exportNetwork("railml", document));
  const megabytes = (size: number): string => `${(size / 1e6).toFixed(1)} MB`;
  process.stdout.write(
    `${format}: ${megabytes(bytes.length)} in ${spent}, ${track_sections.length} tracks, ${signals.length} signals, ` +
      `${routes.length} routes; at most ${memory_mb.toFixed(0)} MB\n` +
      `as railML: ${megabytes(written.value.bytes.length)} in ${written.spent}\n`,
  );
}

const format = process.argv[2];
if (format === "osm") tell(format, printExtract());
else if (format === "railml") tell(format, printRailml());
else throw new Error("osm or railml?");
