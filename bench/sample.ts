/**
 * `npm run sample [-- region.osm.pbf feed.zip [--start 2026-03-02] [--side left]]`: a server with a project, a study, a scenario, a
 * network, rolling stocks and a timetable, on a database of its own. Without files it is the town line. It stays up
 * until Ctrl-C; `--exit` stops after the output.
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { parseUtcDateTime } from "../src/railway/iso8601.ts";
import { printRow } from "../workers/exchange/exchange_report.ts";
import { Api, Conflicts, InfraCreated, Nothing, TimetableCreated, WithId } from "./demo/api.ts";
import { waitForInfra } from "./demo/import_network.ts";
import { startDemoServer } from "./demo/server.ts";
import { type Region, readRegion } from "./sample/read_region.ts";
import { makeTownLine } from "./sample/town_line.ts";

interface Order extends Region {
  readonly name: string;
}

/** Prints the usage and ends where the arguments are none. */
function readOrder(): Order & { readonly is_exit: boolean } {
  const { values, positionals } = parseArgs({
    options: {
      start: { type: "string", default: "2026-03-02" },
      side: { type: "string", default: "right" },
      exit: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const start = parseUtcDateTime(`${values.start}T00:00:00Z`);
  const [network, feed] = positionals;
  const { side } = values;
  if (
    !start.ok ||
    (side !== "left" && side !== "right") ||
    positionals.length > 2 ||
    (network !== undefined && feed === undefined)
  ) {
    console.error(
      "Usage: npm run sample [-- region.osm.pbf feed.zip [--start 2026-03-02] [--side left]]",
    );
    process.exit(2);
  }
  const is_exit = values.exit;
  if (network === undefined || feed === undefined) {
    return { name: "Town line", sample: makeTownLine(), report: [], is_exit };
  }
  return {
    name: basename(network).replace(/\.osm.*$/, ""),
    ...readRegion(network, feed, { start_ms: start.value, side }),
    is_exit,
  };
}

const Status = v.looseObject({ reason: v.optional(v.string()) });

/** Trains that are there and do not run, by their reasons. */
async function tellStanding(api: Api, statuses: string): Promise<void> {
  const counts = new Map<string, number>();
  for (const { reason } of await api.lines(statuses, Status)) {
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  for (const [reason, count] of counts)
    console.log(`warning ${reason} ×${count}: trains that do not run`);
}

async function importSample(api: Api, { name, sample }: Order): Promise<string> {
  const text = encodeURIComponent(name);
  const { infra } = await api.post(`/infra/railjson?name=${text}`, sample.railjson, InfraCreated);
  await api.post(`/infra/${infra}/load`, undefined, Nothing);
  for (const stock of sample.rolling_stocks) await api.post("/rolling_stock", stock, WithId);
  const profiles_body = sample.electrical_profile_set;
  const profiles = await api.post(`/electrical_profile_set?name=${text}`, profiles_body, WithId);
  const { timetable_id } = await api.post("/timetable", { name }, TimetableCreated);
  const { train_schedules, paced_trains } = sample;
  const document = { version: 1, train_schedules, paced_trains };
  await api.post(`/timetable/${timetable_id}/import`, document, v.unknown());
  const project = await api.post("/projects", { name }, WithId);
  const studies = `/projects/${project.id}/studies`;
  const study = await api.post(studies, { name: "Timetable 2026", state: "started" }, WithId);
  const scenario = {
    name: "Base",
    infra_id: infra,
    timetable_id,
    electrical_profile_set_id: profiles.id,
  };
  await api.post(`${studies}/${study.id}/scenarios`, scenario, WithId);
  await waitForInfra(api, infra);
  const run = `infra=${infra}&electrical_profile_set_id=${profiles.id}`;
  await tellStanding(api, `/timetable/${timetable_id}/statuses?infra_id=${infra}`);
  const conflicts = await api.get(`/timetable/${timetable_id}/conflicts?${run}`, Conflicts);
  console.log(
    `${name}: ${sample.railjson.track_sections.length} track sections, ` +
      `${sample.railjson.operational_points.length} stations, ${train_schedules.length} trains, ` +
      `${paced_trains.length} services, ${conflicts.length} conflicts`,
  );
  return `#/timetable/${timetable_id}/graph?infra=${infra}&profiles=${profiles.id}`;
}

const order = readOrder();
for (const row of order.report) console.log(printRow(row));
const base_url = await startDemoServer();
try {
  console.log(`the planner's page: ${base_url}/${await importSample(new Api(base_url), order)}`);
  if (order.is_exit) process.kill(process.pid, "SIGTERM");
  else console.log(`\nserving ${base_url} until Ctrl-C`);
} catch (error) {
  // The server's own end closes the database; the exit code stays a failure.
  console.error(`the sample failed: ${error instanceof Error ? error.message : String(error)}`);
  process.on("exit", () => {
    process.exitCode = 1;
  });
  process.kill(process.pid, "SIGTERM");
}
