// Method: what is kept by a browser that is a map, read back by a page that has just begun; and by one that refuses.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const KEY = "https://marey.test/planner/ networks";
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("document", { baseURI: "https://marey.test/planner/" });
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("history", { replaceState: () => undefined });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The page anew, on a server with these networks. */
async function begin(infras: readonly number[], infra_count = infras.length) {
  vi.resetModules();
  const { overview } = await import("../../../web/src/state/records/overview.ts");
  const listed = infras.map((id) => ({ id, name: String(id) }));
  overview.value = { infras: listed, infra_count, places: [], count: 0, words: "" } as never;
  const address = await import("../../../web/src/state/address.ts");
  return { ...(await import("../../../web/src/state/records/used_networks.ts")), ...address };
}

describe("the network that a timetable is opened on", () => {
  it("is the one that it was looked at on last, in later visits too", async () => {
    const first = await begin([1, 2, 3]);
    expect(first.networkFor(8)).toBe(1);
    for (const [timetable_id, infra] of [
      [8, "2"],
      [9, "3"],
    ] as const) {
      first.open({ timetable_id, tab: "graph", parameters: { infra } });
    }
    first.open({ timetable_id: null, tab: "graph", parameters: {} });
    const next = await begin([1, 2, 3]);
    expect([8, 9, 10].map(next.networkFor)).toEqual([2, 3, 1]);
    expect(next.networkFor(null)).toBe(3);
  });

  it("is the imported one for a new timetable, before the list has it", async () => {
    const page = await begin([1]);
    page.noteNetwork(5);
    expect([page.networkFor(null), page.networkFor(8)]).toEqual([5, 1]);
  });

  it("is none that is not there any more, unless not all are listed", async () => {
    (await begin([1, 2])).noteNetwork(2, 8);
    expect((await begin([1])).networkFor(8)).toBe(1);
    expect((await begin([1], 200)).networkFor(8)).toBe(2);
    expect((await begin([])).networkFor(8)).toBe(undefined);
  });

  it.each(["{", "{}", "null", '[1,["8","2"],[8],[8,1.5],[null,null]]'])(
    "is the first where what is kept is %s",
    async (text) => {
      kept.set(KEY, text);
      expect((await begin([1, 2])).networkFor(8)).toBe(1);
    },
  );

  it("is the first in a browser that keeps nothing", async () => {
    vi.stubGlobal("localStorage", null);
    const page = await begin([1, 2]);
    page.noteNetwork(2, 8);
    expect(page.networkFor(8)).toBe(1);
  });
});
