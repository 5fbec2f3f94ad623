// Method: two servers behind a real HAProxy with the file of deploy/; clients read and write without pause while the servers are restarted in turn; every answer is compared with the database.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { ServerProcess } from "../faults/server_process.ts";
import { scaled } from "../helpers/pace.ts";
import { freePort, ready } from "../helpers/server_process.ts";
import { HAPROXY_SEES_MS, has_haproxy, startBalancer } from "./balancer.ts";

const RESTARTS = 10;
const CLIENTS = 8;

/** What the clients were answered. */
class Answers {
  readonly made = new Set<number>();
  readonly wrong: string[] = [];
  count = 0;
}

/** Makes a timetable, reads it, reads a large answer; until told to stop. */
async function ask(url: string, answers: Answers, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      const made = await fetch(`${url}/timetable`, { method: "POST" });
      const text = await made.text();
      if (made.status !== 201) answers.wrong.push(`POST: ${made.status} ${text}`);
      else {
        const { timetable_id } = JSON.parse(text) as { timetable_id: number };
        answers.made.add(timetable_id);
        const read = await fetch(`${url}/timetable/${timetable_id}`);
        if (read.status !== 200) answers.wrong.push(`GET: ${read.status} ${await read.text()}`);
        else await read.text();
      }
      const document = await fetch(`${url}/openapi.json`);
      if (document.status !== 200) answers.wrong.push(`GET document: ${document.status}`);
      JSON.parse(await document.text());
      answers.count += 3;
    } catch (error) {
      answers.wrong.push(String(error instanceof Error ? (error.cause ?? error) : error));
    }
  }
}

async function listTimetables(url: string): Promise<Set<number>> {
  const ids = new Set<number>();
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}/timetable?page_size=1000&page=${page}`);
    const { results, next } = (await answer.json()) as {
      results: { timetable_id: number }[];
      next: number | null;
    };
    for (const { timetable_id } of results) ids.add(timetable_id);
    if (next === null) return ids;
  }
}

it.skipIf(!has_haproxy)(
  `cuts no answer while servers are restarted ${RESTARTS} times in turn`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "marey-rolling-"));
    chmodSync(folder, 0o755);
    const env = {
      DATA_DIR: join(folder, "postgres"),
      AUTHORIZATION: "disabled",
      LOG_LEVEL: "warn",
      WORKER_THREADS: "1",
    };
    const servers = [await ServerProcess.start(env), await ServerProcess.start(env)];
    const port = await freePort();
    const balancer = startBalancer(port, servers);
    const url = `http://127.0.0.1:${port}`;
    const answers = new Answers();
    let is_over = false;
    try {
      await ready(port);
      const clients = Array.from({ length: CLIENTS }, () => ask(url, answers, () => is_over));
      for (let n = 0; n < RESTARTS; n++) {
        const server = servers[n % servers.length];
        await wait(HAPROXY_SEES_MS);
        expect(await server?.stop()).toBe(0);
        server?.launch();
        await server?.ready();
      }
      is_over = true;
      await Promise.all(clients);
      console.log(`${answers.count} answers`);
      expect(answers.wrong).toEqual([]);
      const stored = await listTimetables(url);
      expect([...answers.made].filter((id) => !stored.has(id))).toEqual([]);
      expect(stored.size).toBe(answers.made.size);
      expect(answers.count).toBeGreaterThan(1000);
    } finally {
      is_over = true;
      balancer.kill("SIGKILL");
      for (const server of servers) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  scaled(300_000),
);
