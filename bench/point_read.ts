/**
 * `GET /train_schedule/{id}` of the real server beside the bare handler (bench/bare.ts) on the same
 * database: rounds alternate, so that both see the same machine. The server must be twice as fast at
 * 64 connections and not slower at 1.
 */
import type { Database } from "../src/platform/db/client.ts";
import { type LoadResult, runLoad } from "./load.ts";
import { BenchServers, printRate, summarise, waitFor } from "./servers.ts";

const DATABASE = "point_read";
const REAL_PORT = 8191;
const BARE_PORT = 8192;
const TRAINS = 10_000;
const CONNECTIONS = [1, 32, 64, 128];
const ROUNDS = Number(process.argv[2] ?? 10);
const ROUND_MS = 500;
/** Some 100,000 requests: compiled code, and the rhythm that a client pool falls into. */
const WARM_UP_MS = 4000;

/** One timetable with trains whose records have the size of real ones; returns the first id. */
async function seed(db: Database): Promise<number> {
  const path = Array.from({ length: 4 }, (_, i) => ({
    id: `w${i}`,
    deleted: false,
    uic: 87000000 + i,
  }));
  const record = JSON.stringify({ train_name: "8601", labels: ["am"], path, comfort: "STANDARD" });
  await db.run("insert into timetable default values");
  await db.run(
    `insert into train_schedule (timetable_id, rolling_stock_name, record)
     select t.id, 'x', $1 from timetable t, generate_series(1, $2::integer)`,
    [record, TRAINS],
  );
  const [row] = await db.run<{ id: number }>("select min(id) as id from train_schedule");
  await db.run("analyze");
  return row?.id ?? 0;
}

async function compare(first_id: number): Promise<void> {
  const path = (n: number): string => `/train_schedule/${first_id + ((n * 7919) % TRAINS)}`;
  const answer = async (port: number): Promise<string> =>
    await (await fetch(`http://127.0.0.1:${port}${path(5)}`)).text();
  if ((await answer(REAL_PORT)) !== (await answer(BARE_PORT))) throw new Error("answers differ");
  for (const port of [BARE_PORT, REAL_PORT]) {
    await runLoad({ port, connections: 64, duration_ms: WARM_UP_MS, path });
  }
  for (const connections of CONNECTIONS) {
    const results: { bare: LoadResult[]; real: LoadResult[] } = { bare: [], real: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const load = { connections, duration_ms: ROUND_MS, path };
      results.bare.push(await runLoad({ ...load, port: BARE_PORT }));
      results.real.push(await runLoad({ ...load, port: REAL_PORT }));
    }
    const [bare, real] = [summarise(results.bare), summarise(results.real)];
    printRate(connections, "bare ", bare);
    printRate(connections, "marey", real);
    console.log(`${" ".repeat(18)}${(real.per_second / bare.per_second).toFixed(2)}x`);
  }
}

await BenchServers.run(async (servers) => {
  const first_id = await seed(await servers.makeDatabase(DATABASE));
  const { socket_dir, user } = servers.target;
  servers.startMarey(REAL_PORT, DATABASE, { AUTHORIZATION: "disabled" });
  servers.startProcess("bare.js", [String(BARE_PORT), socket_dir, user, DATABASE]);
  await waitFor(`http://127.0.0.1:${REAL_PORT}/train_schedule/${first_id}`);
  await waitFor(`http://127.0.0.1:${BARE_PORT}/train_schedule/${first_id}`);
  await compare(first_id);
});
