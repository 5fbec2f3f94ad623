// Method: a server behind `fetch`; what the start asks is counted, and what it shows compared with what was answered, also when an earlier question is answered later.
import { afterEach, describe, expect, it } from "vitest";
import { FakeServer } from "./fake_server.ts";
import { closePage, openPage, soon } from "./page.ts";

afterEach(closePage);

const placeOf = (id: number) => ({
  timetable_id: id,
  name: `timetable ${id}`,
  train_count: id,
  modified_by: null,
  modified_at: null,
  scenario: null,
});

function answerPlaces(server: FakeServer, count: number): void {
  server.answer("GET /overview", ({ query }) => {
    const words = query.get("words") ?? "";
    const all = Array.from({ length: count }, (_, i) => placeOf(i + 1)).filter(({ name }) =>
      name.includes(words),
    );
    const [page, size] = [Number(query.get("page")), Number(query.get("page_size"))];
    const results = all.slice((page - 1) * size, page * size);
    return { timetables: { count: all.length, results }, infras: [], infra_count: 0 };
  });
  server.answer("POST /authz/me/privileges", ({ body }) => {
    const { timetable } = body as { timetable: readonly number[] };
    return { timetable: timetable.map((id) => ({ resource_id: id, privlvl: "Owner" })) };
  });
}

async function openStart(server: FakeServer) {
  await openPage(server, "#/", (state) => state.session.session.peek() !== null);
  const overview = await import("../../../web/src/state/records/overview.ts");
  await overview.loadOverview("", () => true);
  return overview;
}

describe("the start", () => {
  it.each([3, 500])(
    "asks the same of %i timetables: one page, and the levels on it",
    async (count) => {
      const server = new FakeServer();
      answerPlaces(server, count);
      const { overview, levels } = await openStart(server);
      const asked = server.asked.filter((one) => !/ready|authn/.test(one));
      expect(asked).toEqual(["GET /overview", "POST /authz/me/privileges"]);
      expect(overview.peek()?.count).toBe(count);
      expect(levels.peek().size).toBe(Math.min(count, 50));
    },
  );

  it("adds the next pages, each timetable once", async () => {
    const server = new FakeServer();
    answerPlaces(server, 120);
    const { loadMore, overview } = await openStart(server);
    await loadMore();
    await loadMore();
    await loadMore();
    const ids = overview.peek()?.places.map((one) => one.timetable_id);
    expect(ids).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
  });

  it("shows what was typed last, although an earlier question is answered later", async () => {
    const server = new FakeServer();
    answerPlaces(server, 120);
    const { loadOverview, overview } = await openStart(server);
    const earlier = loadOverview("1", () => true);
    await Promise.all([earlier, loadOverview("120", () => true)]);
    expect(overview.peek()?.words).toBe("120");
    expect(overview.peek()?.places.map((one) => one.timetable_id)).toEqual([120]);
  });

  it("goes on with the search while what was changed is read again", async () => {
    const server = new FakeServer();
    answerPlaces(server, 120);
    const { overview, loadOverview, refreshOverview, searchOverview } = await openStart(server);
    searchOverview("timetable 120");
    await refreshOverview();
    expect(overview.peek()?.words).toBe("timetable 120");
    await Promise.all([loadOverview("timetable 119", () => true), refreshOverview()]);
    expect(overview.peek()?.words).toBe("timetable 119");
  });

  it("asks once for keys that follow each other fast", async () => {
    const server = new FakeServer();
    answerPlaces(server, 30);
    const { overview, searchOverview } = await openStart(server);
    for (const words of ["t", "ti", "timetable 3", "timetable 30"]) searchOverview(words);
    await soon(() => overview.peek()?.words === "timetable 30");
    expect(server.asked.filter((one) => one === "GET /overview")).toHaveLength(2);
  });
});

describe("the way above a timetable", () => {
  it("is asked for beside the trains, and again when somebody renames it", async () => {
    const server = new FakeServer();
    let name = "Winter";
    server.answer("GET /overview", () => ({
      timetables: { count: 1, results: [{ ...placeOf(8), name }] },
      infras: [],
      infra_count: 0,
    }));
    await openPage(server, undefined, (state) => state.timetable.timetable.peek() !== null);
    const { open_place } = await import("../../../web/src/state/open_place.ts");
    await soon(() => open_place.peek()?.name === "Winter");
    name = "Summer";
    server.tell("timetable", { name, modified_by: null, modified_at: null });
    await soon(() => open_place.peek()?.name === "Summer");
  });
});
