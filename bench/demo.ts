/**
 * `npm run demo`: the whole system on one screen. Starts the server on a database of its own,
 * generates a network and a timetable, imports them like any client, computes every path and
 * simulation in batches, prints what came out and draws the train graph. Stays up until Ctrl-C;
 * `--exit` stops after the output.
 */
import { writeFileSync } from "node:fs";
import { Api } from "./demo/api.ts";
import { type Computed, collectGraph, computeSummaries } from "./demo/compute.ts";
import { type Imported, importNetwork } from "./demo/import_network.ts";
import { startDemoServer } from "./demo/server.ts";
import { drawTrainGraph } from "./demo/svg.ts";
import { printTable } from "./demo/table.ts";
import { type GeneratedNetwork, generateNetwork } from "./network.ts";

const GRAPH_FILE = "train_graph.svg";

async function main(): Promise<void> {
  const base_url = await startDemoServer();
  try {
    await show(base_url);
  } catch (error) {
    // The server's own end closes the database; the exit code stays a failure.
    printFailure(error);
    process.on("exit", () => {
      process.exitCode = 1;
    });
    process.kill(process.pid, "SIGTERM");
    return;
  }
  if (process.argv.includes("--exit")) process.kill(process.pid, "SIGTERM");
  else console.log(`\nserving ${base_url} until Ctrl-C`);
}

async function show(base_url: string): Promise<void> {
  const api = new Api(base_url);
  const network = generateNetwork();
  const { railjson, train_schedules, main_line } = network;
  const length_km = ((main_line.at(-1)?.distance_m ?? 0) / 1000).toFixed(0);
  console.log(
    `network: ${length_km} km, ${main_line.length} stations, ` +
      `${railjson.track_sections.length} track sections, ${railjson.signals.length} signals, ` +
      `${railjson.routes.length} routes; ${train_schedules.length} trains`,
  );
  const imported = await importNetwork(api, network);
  const computed = await computeSummaries(api, imported);
  printResults(network, computed);
  const graph = await collectGraph(api, imported, network);
  writeFileSync(GRAPH_FILE, drawTrainGraph(graph));
  console.log(`${GRAPH_FILE}: the train graph of the main line, ${graph.trains.length} trains\n`);
  printCommands(base_url, imported);
}

function printResults(network: GeneratedNetwork, { summaries, elapsed_ms }: Computed): void {
  const rows = network.train_schedules.map((train, i) => ({
    train_name: train.train_name,
    rolling_stock_name: train.rolling_stock_name,
    stop_count: train.schedule.length,
    summary: summaries[i] ?? { status: "missing" },
  }));
  const seconds = elapsed_ms / 1000;
  console.log(`\n${printTable(rows)}\n`);
  console.log(`${summaries.length} paths and simulations in ${seconds.toFixed(2)} s`);
  console.log(`${(summaries.length / seconds).toFixed(0)} simulations/s`);
  const failed_count = summaries.filter(({ status }) => status !== "success").length;
  if (failed_count > 0) throw new Error(`${failed_count} trains have no simulation`);
}

/** A few things to try, ready to be pasted. */
function printCommands(base_url: string, imported: Imported): void {
  const { infra_id, electrical_profile_set_id, timetable_id, train_ids } = imported;
  const run = `infra_id=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
  const first = train_ids[0];
  for (const path of [
    `/infra/${infra_id}`,
    `/timetable/${timetable_id}/train_schedules?page_size=2`,
    `/train_schedule/${first}/path?infra_id=${infra_id}`,
    `/train_schedule/${first}/simulation?${run}`,
    `/train_schedule/simulations_summary?${run}&ids[]=${first}&ids[]=${train_ids[1]}`,
  ]) {
    // -g: brackets in a URL are not a pattern.
    console.log(`curl -g '${base_url}${path}'`);
  }
}

function printFailure(error: unknown): void {
  console.error(`the demo failed: ${error instanceof Error ? error.message : String(error)}`);
}

main().catch((error: unknown) => {
  printFailure(error);
  process.exit(1);
});
