// Method: drawn reports of several priorities about a few things, sent one by one or together in drawn orders; what is believed beside a model of plain lists.
import { describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";

const api = opened(startTestApi);
const MINUTE_MS = 60_000;
const FIRST_MS = Date.parse("2026-05-22T08:00:00Z");

interface Said {
  readonly train: { readonly kind: "train_schedule"; readonly id: number };
  readonly event: "arrived" | "departed";
  readonly stop: string;
  readonly at: string | null;
  readonly observed_at: string;
  readonly source: string;
  readonly priority: number;
}

const timeOf = (minutes: number): string => new Date(FIRST_MS + minutes * MINUTE_MS).toISOString();

function drawSaid(random: Random): Said {
  return {
    train: { kind: "train_schedule", id: wholeBetween(random, 1, 2) },
    event: random() < 0.5 ? "arrived" : "departed",
    stop: "a",
    at: random() < 0.4 ? null : timeOf(wholeBetween(random, 0, 2)),
    observed_at: timeOf(wholeBetween(random, 0, 4)),
    source: `box ${wholeBetween(random, 0, 1)}`,
    priority: wholeBetween(random, 0, 3),
  };
}

const thingOf = ({ train, event }: Said): string => `${train.id} ${event}`;
/** Later is greater. */
const rankOf = ({ observed_at, at, source }: Said): string =>
  [observed_at, at ?? "", source].join(" ");

/** What is believed of one thing. */
function believe(said: readonly Said[]): Said {
  const newest = [0, 1, 2, 3].flatMap((priority) => {
    const own = said.filter((one) => one.priority === priority);
    own.sort((a, b) => (rankOf(a) < rankOf(b) ? 1 : -1));
    return own.slice(0, 1);
  });
  const standing = newest.filter(({ at }) => at !== null);
  return (standing.length > 0 ? standing : newest).at(-1)!;
}

function groupByThing(all: readonly Said[]): Map<string, Said[]> {
  const things = new Map<string, Said[]>();
  for (const one of all) things.set(thingOf(one), [...(things.get(thingOf(one)) ?? []), one]);
  return things;
}

function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

describe("reports of several priorities", () => {
  const seeds = countTries({ few: 25, many: 200 });

  it(`are believed alike in whatever order they come: the highest, else the newest, until it is withdrawn (${seeds} draws)`, async () => {
    let lower = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const random = makeRandom(seed);
      const all = Array.from({ length: wholeBetween(random, 1, 14) }, () => drawSaid(random));
      const things = groupByThing(all);
      const wanted = [...things.values()].map(believe);
      lower += wanted.filter(
        (one) =>
          one.at !== null &&
          (things.get(thingOf(one)) ?? []).some((other) => other.priority > one.priority),
      ).length;
      for (const size of [1, 3, all.length]) {
        const { timetable_id } = (await api.make("POST", "/timetable")).json;
        const path = `/timetable/${timetable_id}/reports`;
        const order = shuffle(random, all);
        for (let i = 0; i < order.length; i += size) {
          const sent = order.slice(i, i + size);
          const { believed_count, outdated_count } = (await api.make("POST", path, sent)).json;
          expect(believed_count + outdated_count).toBe(sent.length);
          if (size > 1) continue;
          const [one] = sent as [Said];
          const before = order.slice(0, i).filter((other) => thingOf(other) === thingOf(one));
          const isNew = before.every(
            (other) => other.priority !== one.priority || rankOf(other) < rankOf(one),
          );
          const top = believe([...before, one]);
          const isShadowed = top.at !== null && top.priority > one.priority;
          expect(believed_count, `seed ${seed} ${i}`).toBe(isNew && !isShadowed ? 1 : 0);
        }
        const { results, count } = (await api.make("GET", path)).json;
        expect(count).toBe(wanted.length);
        const sorted = (rows: readonly Said[]) =>
          rows.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort();
        const believed = results.map((one: Said & { other?: unknown }) => ({ ...one }));
        expect(sorted(believed), `seed ${seed} by ${size}`).toEqual(sorted(wanted));
        const latest: Said[] = [];
        for (let page = 1; page <= count; page++) {
          const query = `latest_first=true&page=${page}&page_size=1`;
          latest.push(...(await api.make("GET", `${path}?${query}`)).json.results);
        }
        expect(sorted(latest)).toEqual(sorted(wanted));
        const observed_ms = latest.map(({ observed_at }) => Date.parse(observed_at));
        expect(observed_ms).toEqual(observed_ms.toSorted((a, b) => b - a));
      }
    }
    expect(lower).toBeGreaterThan(seeds / 5);
  });

  it("are no more than nine", async () => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    for (const priority of [-1, 10, 0.5, "1", null]) {
      const body = [{ ...drawSaid(makeRandom(1)), priority }];
      const { status } = await api.call("POST", `/timetable/${timetable_id}/reports`, body);
      expect(status, String(priority)).toBe(422);
    }
  });
});
