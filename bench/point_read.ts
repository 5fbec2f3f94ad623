/**
 * `GET /train_schedule/{id}` of the real server on each front beside the bare handler on the same front
 * (bench/bare.ts) and database: rounds alternate, so that all see the same machine. On uWebSockets.js the
 * server must be twice as fast at 64 connections and not slower at 1.
 */
import type { Database } from "../src/platform/db/client.ts";
import { type LoadResult, runLoad } from "./load.ts";
import { BenchServers, printRate, summarise, waitFor } from "./servers.ts";

const DATABASE = "point_read";
/** A server of its own each. */
const SERVED = [
  { name: "uws,  bare ", front: "uws", port: 8191, is_real: false },
  { name: "uws,  marey", front: "uws", port: 8192, is_real: true },
  { name: "node, bare ", front: "node", port: 8197, is_real: false },
  { name: "node, marey", front: "node", port: 8198, is_real: true },
] as const;
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
  const answers = new Set<string>();
  for (const { port } of SERVED) {
    answers.add(await (await fetch(`http://127.0.0.1:${port}${path(5)}`)).text());
    await runLoad({ port, connections: 64, duration_ms: WARM_UP_MS, path });
  }
  if (answers.size > 1) throw new Error("answers differ");
  for (const connections of CONNECTIONS) {
    const results = SERVED.map((served) => ({ ...served, rounds: new Array<LoadResult>() }));
    for (let round = 0; round < ROUNDS; round++) {
      for (const { port, rounds } of results) {
        rounds.push(await runLoad({ connections, duration_ms: ROUND_MS, path, port }));
      }
    }
    let bare_per_second = 0;
    for (const { name, is_real, rounds } of results) {
      const result = summarise(rounds);
      printRate(connections, name, result);
      if (is_real)
        console.log(`${" ".repeat(18)}${(result.per_second / bare_per_second).toFixed(2)}x`);
      else bare_per_second = result.per_second;
    }
  }
}

await BenchServers.run(async (servers) => {
  const first_id = await seed(await servers.makeDatabase(DATABASE));
  const { socket_dir, user } = servers.target;
  for (const { front, port, is_real } of SERVED) {
    if (is_real) {
      servers.startMarey(port, DATABASE, { AUTHORIZATION: "disabled", HTTP_FRONT: front });
    } else {
      servers.startProcess("bare.js", [front, String(port), socket_dir, user, DATABASE]);
    }
    await waitFor(`http://127.0.0.1:${port}/train_schedule/${first_id}`);
  }
  await compare(first_id);
});
