// Method: a client names an event of before it was given the right to look on, one part of the right at a time; what the hub tells it is read until it has caught up.
import { beforeEach, describe, expect, it } from "vitest";
import { appRoleOf, type Caller, openWorld } from "../../accounts/authz/world.ts";
import { opened } from "../../helpers/opened.ts";

const world = opened(openWorld);
let timetable: number;
let before: string;
const READER = appRoleOf("timetable:read");

async function giveRole(subject_id: number): Promise<void> {
  await world.db.run("insert into subject_role (subject_id, app_role) values ($1, $2)", [
    subject_id,
    READER,
  ]);
}

/** The names of the events that a client is told until it has caught up. */
async function listTold(user_id: number | null, last_id: string): Promise<string[]> {
  const left = new AbortController();
  const watched = { type: "timetable", id: timetable } as const;
  const { signal } = left;
  const told: string[] = [];
  for await (const chunk of world.services.events.look({ watched, user_id }, { last_id, signal })) {
    const text = Buffer.from(chunk).toString();
    told.push(...[...text.matchAll(/^event: (.*)$/gm)].map(([, name = ""]) => name));
    if (/^: $/m.test(text) || told.includes("reset") || told.includes("denied")) break;
  }
  left.abort();
  return told;
}

/** The id of the last event. */
async function readPlace(): Promise<string> {
  const [row] = await world.db.run<{ place: number }>("select event_head() as place");
  return String(row?.place);
}

beforeEach(async () => {
  timetable = await world.timetable();
  before = await readPlace();
  await world.trains(timetable, ["none"]);
});

/** Ways to a right, in steps; after the last one somebody may look on. */
const WAYS: Readonly<Record<string, readonly ((who: Caller) => Promise<unknown>)[]>> = {
  "a grant": [
    async ({ id }) => await giveRole(id),
    async ({ id }) => await world.grant("timetable", timetable, id, "Reader"),
  ],
  "a grant to anybody": [
    async ({ id }) => await giveRole(id),
    async () => await world.grant("timetable", timetable, null, "Reader"),
  ],
  "a membership": [
    async (who) => {
      await giveRole(who.id);
      group = await world.group();
      await world.grant("timetable", timetable, group, "Writer");
    },
    async ({ id }) => await world.make("POST", `/authn/group/${group}/add`, [id]),
  ],
  "a role": [
    async ({ id }) => await world.grant("timetable", timetable, id, "Reader"),
    async ({ id }) => await giveRole(id),
  ],
  "a role of a group": [
    async (who) => {
      group = await world.group([who]);
      await world.grant("timetable", timetable, who.id, "Reader");
    },
    async () => await giveRole(group),
  ],
};
let group = 0;

describe("who has just been given", () => {
  it.each(Object.entries(WAYS))("%s is told of nothing before it", async (_name, [first, last]) => {
    const who = await world.caller([]);
    await first?.(who);
    const between = await readPlace();
    await world.trains(timetable, ["none", "none"]);
    expect(await listTold(who.id, before)).toEqual(["denied"]);
    await last?.(who);
    const given = await readPlace();
    await world.trains(timetable, ["none"]);
    for (const place of [before, between]) {
      expect(await listTold(who.id, place)).toEqual(["reset"]);
    }
    // the owner has always had it
    expect(await listTold(world.owner.id, before)).toEqual(["trains", "trains", "trains"]);
    expect(await listTold(null, before)).toEqual(["trains", "trains", "trains"]);
    expect(await listTold(who.id, given)).toEqual(["trains"]);
    // a second way is no later than the first
    await giveRole(who.id).catch(() => undefined);
    await world.grant("timetable", timetable, await world.group([who]), "Reader");
    expect(await listTold(who.id, given)).toEqual(["trains"]);
  });

  it("the right again is told of nothing of the time without it", async () => {
    const who = await world.caller(["timetable:read"]);
    await world.grant("timetable", timetable, who.id, "Reader");
    const had = await readPlace();
    await world.trains(timetable, ["none"]);
    expect(await listTold(who.id, had)).toEqual(["trains"]);
    await world.revokeAll(who.id);
    await world.trains(timetable, ["none"]);
    await world.grant("timetable", timetable, who.id, "Reader");
    expect(await listTold(who.id, had)).toEqual(["reset"]);
  });
});
