// Method: a built server imports a network and ends; what the network is compiled from is taken out of the database, so that the next server can find the path in its files alone, and with a damaged one or without any it can't.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pathBody } from "../../bench/large_requests.ts";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { freePort, ready, ServerProcesses, settingsOn } from "../helpers/server_process.ts";
import { startTestDatabase, type TestDatabase } from "../helpers/test_database.ts";
import { until } from "../helpers/until.ts";

/** What tells of the network, and its one part. */
const FILES = 2;

const network = generateNetwork(TINY_OPTIONS);
const body = pathBody(network.train_schedules[0]);

let processes: ServerProcesses;
let database: TestDatabase;
let networks: string;
beforeAll(async () => {
  processes = new ServerProcesses();
  database = await startTestDatabase();
  networks = join(processes.folder, "postgres/networks");
});
afterAll(async () => {
  processes.close();
  await database.close();
});

type Ask = (path: string, body: string) => Promise<{ status: number; text: string }>;

async function withServer<Result>(
  more: Readonly<Record<string, string>>,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const { child, exit } = processes.run({
    ...settingsOn(database.target),
    PORT: String(port),
    ...more,
  });
  await ready(port);
  const result = await work(async (path, sent) => {
    const headers = { "content-type": "application/json" };
    const url = `http://127.0.0.1:${port}${path}`;
    const answer = await fetch(url, { method: "POST", headers, body: sent });
    return { status: answer.status, text: await answer.text() };
  });
  child.kill("SIGTERM");
  expect(await exit).toBe(0);
  return result;
}

/** None before the first network is kept: its folder comes with it. */
const listFiles = (): string[] =>
  existsSync(networks) ? readdirSync(networks).map((name) => join(networks, name)) : [];

describe("a server that starts again", () => {
  it("takes the compiled network from its files, whole or not at all", async () => {
    let path = "";
    const found = await withServer({}, async (ask) => {
      const { text } = await ask("/infra/railjson?name=kept", JSON.stringify(network.railjson));
      path = `/infra/${(JSON.parse(text) as { infra: number }).infra}/pathfinding/blocks`;
      const answer = await ask(path, body);
      await until(() => listFiles().length === FILES);
      return answer;
    });
    expect(found.text).toContain('"status":"success"');
    await database.db.run("delete from infra_object");

    expect(await withServer({}, async (ask) => await ask(path, body))).toEqual(found);
    const without = await withServer({ NETWORK_FILES_MB: "0" }, async (ask) => ask(path, body));
    expect(without.status).toBe(500);

    const [file = ""] = listFiles();
    writeFileSync(file, readFileSync(file).subarray(1));
    const damaged = await withServer({}, async (ask) => ask(path, body));
    expect(damaged.status).toBe(500);
  });
});
