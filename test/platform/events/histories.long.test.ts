// Method: 200 seeded histories on two servers of this process; then on two server processes and a durable PostgreSQL, which are killed in between.
import { describe, expect, it } from "vitest";
import { connect } from "../../../src/platform/db/client.ts";
import { Durable, postmasterOf } from "../../faults/durable.ts";
import type { ServerProcess } from "../../faults/server_process.ts";
import { opened } from "../../helpers/opened.ts";
import { scaled } from "../../helpers/pace.ts";
import { makeServices } from "../../helpers/services.ts";
import { connectForTest, startTestDatabase } from "../../helpers/test_database.ts";
import { type Random, wholeBetween } from "../../workers/engine/seeded.ts";
import { runHistory } from "./histories.ts";
import { type EventServer, inProcess } from "./watcher.ts";

const HISTORIES = 200;
const KILLED_HISTORIES = Number(process.env["KILLED_HISTORIES"] ?? 20);

describe(`in ${HISTORIES} random histories`, () => {
  it("every committed change is told, in order, nothing else is, on both servers", async () => {
    const database = await startTestDatabase();
    const other_db = connect(connectForTest(database.target));
    const servers = [database.db, other_db].map((db) => inProcess(makeServices({ db })));
    const disturb = async (): Promise<void> => {
      const ended = database.db.run(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and random() < 0.3`,
      );
      await ended.catch(() => undefined); // its own may be among them
    };
    for (let seed = 1000; seed < 1000 + HISTORIES; seed++) {
      const report = await runHistory({ db: database.db, servers, seed, operations: 30, disturb });
      expect(report.wrong, `seed ${seed}`).toEqual([]);
    }
    await other_db.close();
    await database.close();
  });
});

/** A server process as its clients know it. */
function overHttp(server: ServerProcess): EventServer {
  return {
    send: async (method, path, body, headers = {}) => {
      const answer = await fetch(server.url + path, {
        method,
        headers: { "content-type": "application/json", ...headers },
        signal: AbortSignal.timeout(scaled(10_000)),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, text: await answer.text() };
    },
    open: async (path, headers) => {
      const abort = new AbortController();
      const answer = await fetch(server.url + path, { headers, signal: abort.signal });
      const decoder = new TextDecoder();
      const texts = async function* (): AsyncGenerator<string> {
        for await (const chunk of answer.body ?? []) {
          yield decoder.decode(chunk as Uint8Array, { stream: true });
        }
      };
      return { status: answer.status, texts: texts(), drop: () => abort.abort() };
    },
  };
}

describe("while servers and the database are killed", () => {
  const durable = opened(async () => {
    const made = await Durable.open();
    for (let i = 0; i < 2; i++) await made.start({ QUERY_DEADLINE_MS: "3000" });
    return made;
  });

  async function kill(random: Random): Promise<void> {
    const dice = random();
    if (dice < 0.9) return;
    if (dice < 0.95) {
      const server = durable.servers[wholeBetween(random, 0, 1)];
      await server?.restart();
      await server?.ready();
      return;
    }
    const pid = postmasterOf(durable.embedded);
    if (pid > 1) process.kill(pid, "SIGKILL");
  }

  it("the same holds", async () => {
    let reconnections = 0;
    const servers = durable.servers.map(overHttp);
    for (let seed = 2000; seed < 2000 + KILLED_HISTORIES; seed++) {
      const options = { db: durable.db, servers, seed, operations: 60, disturb: kill };
      const report = await runHistory(options);
      console.log(`seed ${seed}: ${JSON.stringify(report)}`);
      expect(report.wrong, `seed ${seed}`).toEqual([]);
      reconnections += report.reconnections;
    }
    expect(reconnections).toBeGreaterThan(KILLED_HISTORIES);
  });
});
