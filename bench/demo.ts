/**
 * `npm run demo`: the whole system on one screen. Starts the server on a database of its own,
 * generates a network and a timetable, imports them like any client, computes every path and
 * simulation in batches and the conflicts, prints what came out and draws the train graph. Stays up until Ctrl-C;
 * `--exit` stops after the output.
 */
import { writeFileSync } from "node:fs";
import { Api, type ShortTerm } from "./demo/api.ts";
import { collectGraph } from "./demo/collect_graph.ts";
import { listCommands, SHORT_TERM_FILE } from "./demo/commands.ts";
import { type Computed, computeAll, parameters } from "./demo/compute.ts";
import { type Imported, importNetwork } from "./demo/import_network.ts";
import { listRunningTrains, type RunningTrain } from "./demo/occurrences.ts";
import { startDemoServer } from "./demo/server.ts";
import { askForTrain, makeShortTermRequest } from "./demo/short_term.ts";
import { drawTrainGraph } from "./demo/svg.ts";
import { listRows, printTable } from "./demo/table.ts";
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
  const { railjson, train_schedules, paced_trains, main_line } = network;
  const length_km = ((main_line.at(-1)?.distance_m ?? 0) / 1000).toFixed(0);
  console.log(
    `network: ${length_km} km, ${main_line.length} stations, ` +
      `${railjson.track_sections.length} track sections, ${railjson.signals.length} signals, ` +
      `${railjson.routes.length} routes; ${train_schedules.length} trains, ` +
      `${paced_trains.length} paced trains`,
  );
  const imported = await importNetwork(api, network);
  const computed = await computeAll(api, imported);
  const trains = listRunningTrains(network, imported);
  printResults(network, trains, computed);
  const { conflicts } = computed;
  const short_term = await fitTrainIn(api, network, imported);
  const graph = await collectGraph(api, imported, { network, trains, conflicts, short_term });
  writeFileSync(GRAPH_FILE, drawTrainGraph(graph));
  console.log(
    `${GRAPH_FILE}: the train graph of the main line, ${graph.trains.length} trains, ` +
      `${graph.conflicts.length} conflicts marked\n`,
  );
  for (const command of listCommands(base_url, imported)) console.log(command);
  console.log(`\nthe planner's page: ${pageOf(base_url, imported)}`);
  console.log('a day as it runs: there "Today" beside the graph, and in another terminal:');
  const { timetable_id } = imported;
  console.log(`  npm run play -- ${base_url} ${timetable_id} '${parameters(imported)}'`);
}

/** The page's train graph of the demo's timetable. */
function pageOf(base_url: string, imported: Imported): string {
  const { timetable_id, infra_id, electrical_profile_set_id } = imported;
  const query = `infra=${infra_id}&profiles=${electrical_profile_set_id}`;
  return `${base_url}/#/timetable/${timetable_id}/graph?${query}`;
}

/** Requests one more train between all others, and leaves the request as a file to be sent again. */
async function fitTrainIn(
  api: Api,
  network: GeneratedNetwork,
  imported: Imported,
): Promise<ShortTerm> {
  const request = makeShortTermRequest(network, imported);
  writeFileSync(SHORT_TERM_FILE, `${JSON.stringify(request, null, 2)}\n`);
  const fitted = await askForTrain(api, imported, request);
  const minutes = ((fitted.simulation.final_output.times.at(-1) ?? 0) / 60_000).toFixed(0);
  console.log(
    `a freight train fitted in at short notice: leaves ${fitted.departure_time}, runs for ` +
      `${minutes} min, found in ${(fitted.elapsed_ms / 1000).toFixed(2)} s`,
  );
  return fitted;
}

function printResults(
  network: GeneratedNetwork,
  trains: readonly RunningTrain[],
  computed: Computed,
): void {
  const { summaries, paced_summaries, elapsed_ms, conflicts, conflicts_ms } = computed;
  console.log(`\n${printTable(listRows(network, trains, computed))}\n`);
  const all = [
    ...summaries,
    ...paced_summaries.flatMap((one) => [one.paced_train, ...Object.values(one.exceptions)]),
  ];
  const seconds = elapsed_ms / 1000;
  console.log(`${all.length} paths and simulations in ${seconds.toFixed(2)} s`);
  console.log(`${(all.length / seconds).toFixed(0)} simulations/s`);
  const spacing_count = conflicts.filter(({ conflict_type }) => conflict_type === "Spacing").length;
  console.log(
    `${conflicts.length} conflicts among ${trains.length} trains in ` +
      `${(conflicts_ms / 1000).toFixed(2)} s: ${spacing_count} of spacing, ` +
      `${conflicts.length - spacing_count} of routing`,
  );
  const warned_count = summaries.filter((summary) => (summary.warnings_count ?? 0) > 0).length;
  console.log(`! ${warned_count} trains can't do what their schedule asks for`);
  const failed_count = all.filter(({ status }) => status !== "success").length;
  if (failed_count > 0) throw new Error(`${failed_count} trains have no simulation`);
}

function printFailure(error: unknown): void {
  console.error(`the demo failed: ${error instanceof Error ? error.message : String(error)}`);
}

main().catch((error: unknown) => {
  printFailure(error);
  process.exit(1);
});
