// Method: seeded grants: what each caller is shown is compared with the lists that show the same one by one; table of words; statements counted for few and for many projects.
import { beforeAll, describe, expect, it } from "vitest";
import { type Caller, openWorld, pickOne } from "../../accounts/authz/world.ts";
import { opened } from "../../helpers/opened.ts";
import { validTrain } from "../../platform/http/rules/valid_forms.ts";
import { makeRandom } from "../../workers/engine/seeded.ts";

interface Placed {
  readonly project: number;
  readonly study: number;
  readonly scenario: number;
  readonly timetable: number;
  readonly infra: number;
}

const world = opened(openWorld);
const places: Placed[] = [];
beforeAll(async () => {
  for (let p = 0; p < 3; p++) {
    const project = await world.project({ name: `Projet Éclair ${p}` });
    for (let s = 0; s < 2; s++) {
      const study = await world.study(project);
      places.push({ project, study, ...(await world.scenario(project, study)) });
    }
  }
});

async function get(who: Caller, path: string) {
  const answer = await world.send(who, { method: "GET", path });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer.json;
}

async function overview(who: Caller, query = "page_size=200") {
  return await get(who, `/overview?${query}`);
}

const idsOf = (listed: readonly { timetable_id: number }[]): number[] =>
  listed.map(({ timetable_id }) => timetable_id);

describe("the overview", () => {
  it.each([1, 2, 3, 4])("shows what the lists show, with the grants of seed %i", async (seed) => {
    const random = makeRandom(seed);
    const who = await world.caller(["operational-studies:read"]);
    const types = ["project", "study", "scenario", "timetable", "infra"] as const;
    const granted = new Set<string>();
    for (let i = 0; i < 8; i++) {
      const [type, place] = [pickOne(random, types), pickOne(random, places)];
      const key = `${type} ${place[type]}`;
      if (!granted.has(key)) await world.grant(type, place[type], who.id, "Reader");
      granted.add(key);
    }
    const { timetables, infras, infra_count } = await overview(who);
    const listed = (await get(who, "/timetable?page_size=1000")).results;
    const byId = (a: { timetable_id: number }, b: { timetable_id: number }) =>
      a.timetable_id - b.timetable_id;
    const shown = timetables.results.map(({ scenario: _, ...rest }: { scenario: unknown }) => rest);
    expect(shown.sort(byId)).toEqual(listed);
    expect(timetables.count).toBe(listed.length);
    for (const { timetable_id, scenario } of timetables.results) {
      const place = places.find(({ timetable }) => timetable === timetable_id);
      const path = `/projects/${place?.project}/studies/${place?.study}/scenarios/${place?.scenario}`;
      const single = await world.send(who, { method: "GET", path });
      if (single.status !== 200) {
        expect(scenario).toBeNull();
        continue;
      }
      const { id, name, infra_id, infra_name, study, project } = single.json;
      expect(scenario).toEqual({
        id,
        name,
        study: { id: study.id, name: study.name },
        project: { id: project.id, name: project.name },
        infra_id,
        infra_name,
        electrical_profile_set_id: null,
      });
    }
    const networks = (await get(who, "/infra?page_size=1000")).results;
    expect(infras).toEqual(
      networks.map(({ id, name }: { id: number; name: string }) => ({ id, name })),
    );
    expect(infra_count).toBe(networks.length);
  });

  it("leaves out what takes a role that the caller does not have", async () => {
    const who = await world.caller(["timetable:read"]);
    const [place] = places;
    await world.grant("project", place?.project ?? 0, who.id, "Reader");
    await world.grant("timetable", place?.timetable ?? 0, who.id, "Reader");
    await world.grant("infra", place?.infra ?? 0, who.id, "Reader");
    const { timetables, infras, infra_count } = await overview(who);
    expect(timetables.results).toMatchObject([{ timetable_id: place?.timetable, scenario: null }]);
    expect([infras, infra_count]).toEqual([[], 0]);
  });

  it("has the timetable first that was changed last, by its trains or its name", async () => {
    const [first, second] = places;
    const change = async (id = 0) =>
      await world.make("POST", `/timetable/${id}/train_schedules`, [validTrain()]);
    await change(first?.timetable);
    await change(second?.timetable);
    const ids = async () => idsOf((await overview(world.owner)).timetables.results);
    expect((await ids()).slice(0, 2)).toEqual([second?.timetable, first?.timetable]);
    await world.make("PUT", `/timetable/${first?.timetable}`, { name: "Winter" });
    expect((await ids()).slice(0, 2)).toEqual([first?.timetable, second?.timetable]);
    const pages = await Promise.all(
      places.map(
        async (_, i) => (await overview(world.owner, `page_size=1&page=${i + 1}`)).timetables,
      ),
    );
    expect(pages.flatMap(({ results }) => idsOf(results))).toEqual(await ids());
  });

  it.each([
    ["eclair 1", 2],
    ["ECLAIR", 6],
    ["1 éclair", 2],
    ["éclair nowhere", 0],
    ["100%", 0],
    ["", 6],
  ])("of the words %j has as many timetables as have them in their names", async (words, count) => {
    // A name of digits could be an id's.
    const { timetables } = await overview(world.owner, `words=${encodeURIComponent(words)}`);
    const meant = timetables.results.filter(
      ({ scenario }: { scenario: { project: { name: string } } }) =>
        words === "" ? true : scenario.project.name.includes(words.includes("1") ? "1" : "Projet"),
    );
    expect(count === 0 ? timetables.count : meant.length).toBe(count);
  });

  it("of one timetable has it alone, and of one that may not be read none", async () => {
    const [place] = places;
    const query = `timetable_id=${place?.timetable}`;
    expect(idsOf((await overview(world.owner, query)).timetables.results)).toEqual([
      place?.timetable,
    ]);
    const stranger = await world.caller(["operational-studies:read"]);
    expect((await overview(stranger, query)).timetables.count).toBe(0);
  });

  it("takes no more than 128 characters", async () => {
    const path = `/overview?words=${"x".repeat(129)}`;
    expect((await world.send(world.owner, { method: "GET", path })).status).toBe(400);
  });

  it("takes the same statements however many projects there are", async () => {
    const count = async (): Promise<number> => {
      const before = sum(world.database.statements);
      await overview(world.owner);
      return sum(world.database.statements) - before;
    };
    const few = await count();
    for (let i = 0; i < 20; i++) await world.project();
    expect(await count()).toBe(few);
  });
});

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, one) => total + one, 0);
}
