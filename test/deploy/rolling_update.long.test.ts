// Method: two servers behind a real HAProxy with the file of deploy/, one real Valkey or Redis; clients ask for computed trains and make records without pause while the servers are updated in turn to a build that computes otherwise, and back. Through the balancer each answer must be one build's, of a server asked directly its own build's.
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { freePort, ready } from "../helpers/server_process.ts";
import { has_valkey } from "../helpers/valkey_process.ts";
import { HAPROXY_SEES_MS, has_haproxy, startBalancer } from "./balancer.ts";
import { askText, type Build, listEngines, type TwoBuilds, withTwoBuilds } from "./two_builds.ts";

const ROUNDS = 4;
const CLIENTS = 4;
/** For one round each: what it asks has not been computed before. */
const SIZE = { timetables: ROUNDS, trains: 150 };
const PATHS_A_ROUND = 2;

/** Asks for what the round is about, and makes a record; until told to stop. */
class Load {
  readonly wrong: string[] = [];
  count = 0;
  paths: readonly string[];
  #is_over = false;
  readonly #url: string;
  readonly #builds: TwoBuilds;

  constructor(url: string, builds: TwoBuilds) {
    this.#url = url;
    this.#builds = builds;
    this.paths = builds.paths.slice(0, PATHS_A_ROUND);
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, async () => await this.#runOne()));
  }

  stop(): void {
    this.#is_over = true;
  }

  async #runOne(): Promise<void> {
    while (!this.#is_over) {
      try {
        for (const path of this.paths) await this.#compare(path);
        const { status } = await fetch(`${this.#url}/timetable`, { method: "POST" });
        if (status !== 201) this.wrong.push(`POST: ${status}`);
      } catch (error) {
        this.wrong.push(String(error instanceof Error ? (error.cause ?? error) : error));
      }
    }
  }

  async #compare(path: string): Promise<void> {
    const { before, after } = this.#builds;
    const answer = await askText(this.#url, path);
    if (answer !== before.answers.get(path) && answer !== after.answers.get(path)) {
      this.wrong.push(`${path}: ${answer.slice(0, 300)}`);
    }
    this.count++;
  }
}

async function updateInTurn(builds: TwoBuilds): Promise<void> {
  const servers = [await builds.start(builds.before), await builds.start(builds.before)];
  const port = await freePort();
  const balancer = startBalancer(port, servers);
  const load = new Load(`http://127.0.0.1:${port}`, builds);
  try {
    await ready(port);
    const running = load.run();
    const running_builds: Build[] = servers.map(() => builds.before);
    for (let round = 0; round < ROUNDS; round++) {
      load.paths = builds.paths.slice(round * PATHS_A_ROUND, (round + 1) * PATHS_A_ROUND);
      const next = round % 2 === 0 ? builds.after : builds.before;
      for (const [i, server] of servers.entries()) {
        await wait(HAPROXY_SEES_MS);
        expect(await server.update(next.dist)).toBe(0);
        running_builds[i] = next;
        for (const [j, { url }] of servers.entries()) {
          for (const path of load.paths) {
            expect(await askText(url, path)).toBe(running_builds[j]?.answers.get(path));
          }
        }
      }
    }
    load.stop();
    await running;
    console.log(`${load.count} answers`);
    expect(load.wrong.slice(0, 10)).toEqual([]);
    expect(load.count).toBeGreaterThan(100);
    expect(await listEngines(builds.valkey)).toHaveLength(2);
  } finally {
    load.stop();
    balancer.kill("SIGKILL");
  }
}

it.skipIf(!has_haproxy || !has_valkey)(
  "a rolling update to a build that computes otherwise gives no wrong answer and refuses nobody",
  async () => {
    await withTwoBuilds(SIZE, updateInTurn);
  },
);
