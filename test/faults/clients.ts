/** Clients that create, change and delete without a pause, whatever happens to the servers. */
import { setTimeout as wait } from "node:timers/promises";
import { scaled } from "../helpers/pace.ts";
import { validTrain } from "../platform/http/rules/valid_forms.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { BATCH_TRAINS, type Counter, type Creation, type Ledger, type Told } from "./ledger.ts";

export interface ClientOptions {
  readonly ledger: Ledger;
  /** Of the servers on one database. */
  readonly urls: readonly string[];
  readonly seed: number;
  readonly clients: number;
}

interface Answer {
  readonly told: Told;
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** A server that is stopped answers nobody. */
const PATIENCE_MS = scaled(500);
/** For the same request under its key, again and again. */
const RETRIES_MAX = 400;
const RETRY_MS = 100;
/** What may be answered while something is broken. */
const EXCUSED = new Set([503, 504]);

export class Clients {
  readonly #options: ClientOptions;
  #is_over = false;
  #count = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Runs until `stop`, then ends what was begun. */
  async run(): Promise<void> {
    const { clients } = this.#options;
    await Promise.all(Array.from({ length: clients }, (_, i) => this.#runOne(i)));
  }

  stop(): void {
    this.#is_over = true;
  }

  async #runOne(i: number): Promise<void> {
    const { ledger, seed } = this.#options;
    const random = makeRandom(seed * 1000 + i);
    const timetable = await this.#insist(random, "POST", "/timetable", {});
    let counter = await this.#newCounter(random);
    while (!this.#is_over && ledger.faults.length < 10) {
      const dice = wholeBetween(random, 0, 12);
      if (dice > 9) await this.#report(random, timetable.json.timetable_id);
      else if (dice < 3) await this.#create(random, "project", "/projects");
      else if (dice < 6) {
        await this.#create(
          random,
          "trains",
          `/timetable/${timetable.json.timetable_id}/train_schedules`,
        );
      } else if (dice < 9) {
        // What was not answered may still be on its way, and come after the next one: no next one.
        if ((await this.#change(random, counter)) === "unknown") {
          counter = await this.#newCounter(random);
        }
      } else {
        const { told } = await this.#send(random, "DELETE", `/projects/${counter.id}`);
        counter.is_deleted = told;
        counter = await this.#newCounter(random);
      }
    }
  }

  async #newCounter(random: Random): Promise<Counter> {
    const body = { name: `counter-${this.#count++}`, description: "0" };
    const { json } = await this.#insist(random, "POST", "/projects", body);
    const counter: Counter = { id: json.id, answered: 0, sent: 0, is_deleted: null };
    this.#options.ledger.counters.push(counter);
    return counter;
  }

  async #create(random: Random, kind: Creation["kind"], path: string): Promise<void> {
    const name = `op-${this.#options.seed}-${this.#count++}`;
    const is_keyed = wholeBetween(random, 0, 1) === 1;
    const creation: Creation = { name, kind, is_keyed, told: "unknown", ids: [] };
    this.#options.ledger.creations.push(creation);
    const train = validTrain({ train_name: name });
    const body = kind === "project" ? { name } : Array.from({ length: BATCH_TRAINS }, () => train);
    const answer = is_keyed
      ? await this.#insist(random, "POST", path, body)
      : await this.#send(random, "POST", path, body);
    creation.told = answer.told;
    if (answer.told !== "done") return;
    const made: readonly { id: number }[] = kind === "project" ? [answer.json] : answer.json;
    creation.ids = made.map(({ id }) => id);
  }

  /** Sends reports once: who repeats them gets the count of those that are new. */
  async #report(random: Random, timetable_id: number): Promise<void> {
    const name = `op-${this.#options.seed}-${this.#count++}`;
    const creation: Creation = { name, kind: "reports", is_keyed: false, told: "unknown", ids: [] };
    this.#options.ledger.creations.push(creation);
    const at = "2026-05-22T08:00:00Z";
    const body = Array.from({ length: BATCH_TRAINS }, (_, i) => ({
      train: { kind: "train_schedule", id: 1 },
      event: "departed",
      stop: `${name}-${i}`,
      at,
      observed_at: at,
      source: name,
    }));
    const { told } = await this.#send(random, "POST", `/timetable/${timetable_id}/reports`, body);
    creation.told = told;
  }

  async #change(random: Random, counter: Counter): Promise<Told> {
    counter.sent++;
    const body = { description: String(counter.sent) };
    const { told, json } = await this.#send(random, "PATCH", `/projects/${counter.id}`, body);
    if (told !== "done") return told;
    counter.answered = counter.sent;
    if (json.description !== body.description) {
      this.#options.ledger.faults.push(`counter ${counter.id}: ${json.description} was answered`);
    }
    return told;
  }

  /** Sends a creation under one key until it is answered. */
  async #insist(random: Random, method: string, path: string, body: unknown): Promise<Answer> {
    const key = `key-${this.#options.seed}-${this.#count++}`;
    for (let i = 0; i < RETRIES_MAX; i++) {
      const answer = await this.#send(random, method, path, body, key);
      if (answer.told === "done") {
        // Somebody who asks once more gets the same answer.
        if (wholeBetween(random, 0, 3) > 0) return answer;
        const again = await this.#send(random, method, path, body, key);
        if (again.told === "done" && JSON.stringify(again.json) !== JSON.stringify(answer.json)) {
          this.#options.ledger.faults.push(`${method} ${path}: another answer under the same key`);
        }
        return answer;
      }
      await wait(RETRY_MS);
    }
    this.#options.ledger.faults.push(`${method} ${path}: no answer after ${RETRIES_MAX} retries`);
    return { told: "unknown", status: 0, json: {} };
  }

  async #send(
    random: Random,
    method: string,
    path: string,
    ...[body, key]: [body?: unknown, key?: string]
  ): Promise<Answer> {
    const { urls, ledger } = this.#options;
    const url = urls[wholeBetween(random, 0, urls.length - 1)] ?? "";
    const response = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
      .then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        () => null,
      )
      .catch(() => null);
    if (response === null) return { told: "unknown", status: 0, json: {} };
    const { status, text } = response;
    const json = text === "" ? {} : JSON.parse(text);
    if (status < 300) return { told: "done", status, json };
    const { outcome } = json.context ?? {};
    if (!EXCUSED.has(status) || (outcome !== "none" && outcome !== "unknown")) {
      ledger.faults.push(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    }
    return { told: outcome === "none" ? "none" : "unknown", status, json };
  }
}
