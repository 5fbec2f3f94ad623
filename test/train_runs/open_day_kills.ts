/**
 * A server that is killed while it opens a day or refreshes one. Versions of the plan differ in all starts and in how
 * many trains there are, so that a mix of two would be seen in the forecast; what was reported is kept in a list.
 */
import { expect } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { ServerProcess } from "../faults/server_process.ts";
import { settingsOn } from "../helpers/server_process.ts";
import { startTestDatabase, type TestDatabase } from "../helpers/test_database.ts";
import { makeRandom, type Random } from "../workers/engine/seeded.ts";

const VERSION_MS = 600_000;
const FIRST_MS = Date.parse("2026-05-22T08:00:00Z");

interface Forecast {
  readonly trains: readonly {
    readonly train: { readonly kind: string; readonly id: number };
    readonly stops: readonly { readonly stop: string; readonly planned_arrival: string }[];
  }[];
}

export interface KillFigures {
  opened: number;
  not_opened: number;
  refreshed: number;
  not_refreshed: number;
  /** Whose answer did not come. */
  unanswered: number;
}

class KilledDay {
  readonly #database: TestDatabase;
  readonly #server: ServerProcess;
  readonly #random: Random;
  readonly #train_count: number;
  readonly #reports: string[] = [];
  readonly figures: KillFigures = {
    opened: 0,
    not_opened: 0,
    refreshed: 0,
    not_refreshed: 0,
    unanswered: 0,
  };
  #forms: readonly object[] = [];
  #ids: number[] = [];
  #infra = 0;
  #timetable = 0;
  #version = 0;
  /** How long opening took last. */
  #span_ms = 0;
  #kills = 0;

  constructor(
    { database, server }: { readonly database: TestDatabase; readonly server: ServerProcess },
    { random, train_count }: { readonly random: Random; readonly train_count: number },
  ) {
    this.#database = database;
    this.#server = server;
    this.#random = random;
    this.#train_count = train_count;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into at many places
  // oxlint-disable-next-line typescript/no-explicit-any
  async #send(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await fetch(`${this.#server.url}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return text === "" ? null : JSON.parse(text);
  }

  async store(): Promise<void> {
    const network = generateNetwork({ ...TINY_OPTIONS, train_count: this.#train_count });
    const { railjson, rolling_stocks, train_schedules } = network;
    this.#infra = (await this.#send("POST", "/infra/railjson?name=x", railjson)).infra;
    for (const stock of rolling_stocks) await this.#send("POST", "/rolling_stock", stock);
    this.#timetable = (await this.#send("POST", "/timetable")).timetable_id;
    this.#forms = train_schedules;
    await this.#plan(1);
    // Twice: runs are known the second time, as later.
    for (let times = 0; times < 2; times++) {
      const id = await this.#openInTime();
      await this.#send("DELETE", `/operation/${id}`);
    }
  }

  /** Each train starts later by one more step, and there is one train more. */
  async #plan(version: number): Promise<void> {
    const start_time = new Date(FIRST_MS + version * VERSION_MS).toISOString();
    const dress = (i: number): object => ({ ...this.#forms[i % this.#forms.length], start_time });
    await Promise.all(
      this.#ids.map((id, i) => this.#send("PUT", `/train_schedule/${id}`, dress(i))),
    );
    const count = this.#ids.length === 0 ? this.#train_count : 1;
    const added = Array.from({ length: count }, (_, i) => dress(this.#ids.length + i));
    const path = `/timetable/${this.#timetable}/train_schedules`;
    const made = (await this.#send("POST", path, added)) as { readonly id: number }[];
    this.#ids.push(...made.map(({ id }) => id));
    this.#version = version;
  }

  async #open(): Promise<{ readonly id: number }> {
    const body = { timetable_id: this.#timetable, infra_id: this.#infra };
    return await this.#send("POST", "/operation", body);
  }

  async #openInTime(): Promise<number> {
    const begun_ms = performance.now();
    const { id } = await this.#open();
    this.#span_ms = performance.now() - begun_ms;
    return id;
  }

  /** Some trains are told late; all of that is acknowledged. */
  async #report(): Promise<void> {
    const { trains } = await this.#forecast();
    const reports = trains
      .filter(() => this.#random() < 0.2)
      .map(({ train, stops: [first] }) => ({
        train,
        event: "departed",
        stop: first!.stop,
        at: first!.planned_arrival,
        observed_at: new Date(FIRST_MS + this.#reports.length * 1000).toISOString(),
      }));
    await this.#send("POST", `/timetable/${this.#timetable}/reports`, reports);
    for (const { train, stop } of reports) this.#reports.push(`${train.id} ${stop}`);
  }

  async #forecast(): Promise<Forecast> {
    const path = `/timetable/${this.#timetable}/forecast?infra=${this.#infra}`;
    return await this.#send("GET", path);
  }

  /** Of which version all trains are; throws if they are of several. */
  async #readVersion(): Promise<number> {
    const { trains } = await this.#forecast();
    const starts = new Set(trains.map(({ stops }) => Date.parse(stops[0]!.planned_arrival)));
    expect(starts.size, "starts of one version").toBe(1);
    const version = ([...starts][0]! - FIRST_MS) / VERSION_MS;
    expect(trains.length).toBe(this.#train_count + version - 1);
    return version;
  }

  async #checkReports(): Promise<void> {
    const path = `/timetable/${this.#timetable}/reports?page_size=1000`;
    const { results } = await this.#send("GET", path);
    const believed = (results as { train: { id: number }; stop: string }[]).map(
      ({ train, stop }) => `${train.id} ${stop}`,
    );
    expect(believed.sort()).toEqual([...new Set(this.#reports)].sort());
  }

  /** Kills the server while it does something; whether that was answered. */
  async #kill(work: Promise<unknown>): Promise<boolean> {
    const answered = work.then(
      () => true,
      () => false,
    );
    const wait_ms = this.#kills++ % 4 === 0 ? 0 : this.#random() * 3 * this.#span_ms;
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, wait_ms))]);
    await this.#server.kill();
    const is_answered = await answered;
    if (!is_answered) this.figures.unanswered++;
    this.#server.launch();
    await this.#server.ready();
    return is_answered;
  }

  /** An opened day is whole, also in the database: of one plan. */
  async #listOpen(): Promise<number[]> {
    const { results } = await this.#send("GET", `/operation?timetable_id=${this.#timetable}`);
    for (const { id, plan, run_count } of results) {
      for (const table of ["operation_run", "operation_train", "operation_stock"]) {
        const rows = await this.#database.db.run<{ plan: number }>(
          `select distinct plan from ${table} where operation_id = $1`,
          [id],
        );
        expect(rows, table).toEqual([{ plan }]);
      }
      expect(run_count).toBeGreaterThanOrEqual(this.#train_count);
    }
    return (results as { id: number }[]).map(({ id }) => id);
  }

  async killOpening(): Promise<void> {
    const opening = this.#version;
    const is_answered = await this.#kill(this.#open());
    const open = await this.#listOpen();
    expect(open.length).toBeLessThanOrEqual(1);
    if (is_answered) expect(open.length).toBe(1);
    // What is edited now is none of the day's, if it is open.
    await this.#plan(opening + 1);
    expect(await this.#readVersion()).toBe(open.length === 1 ? opening : opening + 1);
    if (open.length === 1) this.figures.opened++;
    else this.figures.not_opened++;
    await this.#checkReports();
    await this.#report();
    for (const id of open) await this.#send("DELETE", `/operation/${id}`);
  }

  async killRefresh(): Promise<void> {
    const id = await this.#openInTime();
    const before = this.#version;
    await this.#plan(before + 1);
    const is_answered = await this.#kill(this.#send("POST", `/operation/${id}/refresh`));
    expect(await this.#listOpen()).toEqual([id]);
    const version = await this.#readVersion();
    expect(is_answered ? [before + 1] : [before, before + 1]).toContain(version);
    if (version === before) this.figures.not_refreshed++;
    else this.figures.refreshed++;
    await this.#checkReports();
    await this.#report();
    await this.#send("DELETE", `/operation/${id}`);
  }
}

export async function killOpenDays(
  rounds: number,
  train_count: number,
  seed: number,
): Promise<KillFigures> {
  const database = await startTestDatabase();
  const server = await ServerProcess.start(settingsOn(database.target));
  try {
    const day = new KilledDay({ database, server }, { random: makeRandom(seed), train_count });
    await day.store();
    for (let round = 0; round < rounds; round++) {
      await day.killOpening();
      await day.killRefresh();
    }
    return day.figures;
  } finally {
    await server.kill();
    await database.close();
  }
}
