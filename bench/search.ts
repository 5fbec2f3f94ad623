/**
 * A planner types a station's name: `POST /search` over 100,000 operational points in a server process,
 * one request at a time. Names are pairs of the generator's stations. What an answer holds is counted
 * in memory first.
 */
import * as v from "valibot";
import { Api, InfraCreated } from "./demo/api.ts";
import { generateNetwork } from "./network.ts";
import { BenchServers, waitFor } from "./servers.ts";

const DATABASE = "search";
const PORT = 8196;
const POINTS = 100_000;
const PAGE_SIZE = 1000;
const WARM_UP_ROUNDS = 20;
const ROUNDS = 100;

interface Named {
  readonly name: string;
  readonly trigram: string;
}

interface Question {
  readonly what: string;
  readonly query: unknown;
  readonly isMeant: (point: Named) => boolean;
}

const ITEMS = v.array(v.looseObject({ obj_id: v.string() }));
const QUESTIONS: readonly Question[] = [
  question("two words", ["search", ["name"], "42 montigny"], ["42", "montigny"]),
  question("one word", ["search", ["name"], "MONTIGNY"], ["montigny"]),
  question("two letters", ["search", ["name"], "zq"], ["zq"]),
  question("one letter", ["search", ["name"], "w"], ["w"]),
  {
    what: "trigram",
    query: ["=", ["trigram"], "P777"],
    isMeant: ({ trigram }) => trigram === "P777",
  },
];

function question(what: string, query: unknown, words: readonly string[]): Question {
  const fold = (name: string): string => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const isMeant = ({ name }: Named): boolean => words.every((word) => fold(name).includes(word));
  return { what, query, isMeant };
}

/** The generated network with its stations' names paired to many. */
function makeDocument(): { readonly railjson: object; readonly named: readonly Named[] } {
  const { railjson } = generateNetwork();
  const { operational_points: stations } = railjson;
  const nameOf = (i: number): string =>
    stations[i % stations.length]?.extensions?.identifier?.name ?? "";
  const named = Array.from({ length: POINTS }, (_, i) => ({
    name: `${nameOf(i)} - ${nameOf(Math.floor(i / stations.length))} ${i}`,
    trigram: `P${i}`,
  }));
  const labels = { ci: 0, ch: "BV", ch_short_label: "BV", ch_long_label: "" };
  const operational_points = named.map(({ name, trigram }, i) => ({
    id: trigram,
    parts: stations[i % stations.length]?.parts,
    extensions: { identifier: { name, uic: i }, sncf: { ...labels, trigram } },
  }));
  return { railjson: { ...railjson, operational_points }, named };
}

async function measure(api: Api): Promise<void> {
  const { railjson, named } = makeDocument();
  const { infra } = await api.post("/infra/railjson?name=stations", railjson, InfraCreated);
  for (const { what, query, isMeant } of QUESTIONS) {
    const expected = Math.min(PAGE_SIZE, named.filter(isMeant).length);
    const ask = async (page_size: number): Promise<number> => {
      const body = {
        object: "operationalpoint",
        query: ["and", ["=", ["infra_id"], infra], query],
      };
      return (await api.post(`/search?page_size=${page_size}`, body, ITEMS)).length;
    };
    const count = await ask(PAGE_SIZE);
    if (count !== expected) throw new Error(`${what}: ${count} items, not ${expected}`);
    const times_ms: number[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const start_ms = performance.now();
      await ask(25);
      if (round >= WARM_UP_ROUNDS) times_ms.push(performance.now() - start_ms);
    }
    print(`${what} (${named.filter(isMeant).length} of ${POINTS})`, times_ms);
  }
}

function print(what: string, times_ms: readonly number[]): void {
  const mean = times_ms.reduce((sum, ms) => sum + ms, 0) / times_ms.length;
  const variance = times_ms.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / times_ms.length;
  const min = Math.min(...times_ms).toFixed(1);
  console.log(
    `${what.padEnd(32)} min ${min.padStart(6)} ms  mean ${mean.toFixed(1).padStart(6)} ± ${Math.sqrt(variance).toFixed(1)} ms`,
  );
}

await BenchServers.run(async (servers) => {
  const db = await servers.makeDatabase(DATABASE);
  servers.startMarey(PORT, DATABASE, { AUTHORIZATION: "disabled" });
  await waitFor(`http://127.0.0.1:${PORT}/ready`);
  await measure(new Api(`http://127.0.0.1:${PORT}`));
  const [size] = await db.run<{ text: string }>(
    "select pg_size_pretty(pg_total_relation_size('infra_operational_point')) as text",
  );
  console.log(`table and indexes of operational points: ${size?.text}`);
});
