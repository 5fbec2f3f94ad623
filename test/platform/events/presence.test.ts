// Method: two servers of this process on one database; users open streams and leave, and what their streams were last told
// of who watches is compared with who does.
import { expect, it } from "vitest";
import { type Caller, openWorld, ROLES } from "../../accounts/authz/world.ts";
import { opened } from "../../helpers/opened.ts";
import { makeServices } from "../../helpers/services.ts";
import { until } from "../../helpers/until.ts";
import { inProcess, Watcher } from "./watcher.ts";

const world = opened(openWorld);

/** The names and the count that it was last told. */
function lastTold({ events }: Watcher): unknown {
  const told = events.findLast(({ name }) => name === "watchers");
  if (told === undefined) return null;
  const { users, count } = JSON.parse(told.data) as { users: { name: string }[]; count: number };
  return [users.map(({ name }) => name), count];
}

it("is told by name to those who ask for it and may read, on all servers, as they come and go", async () => {
  const env = { AUTHORIZATION: "enforce" };
  const other = makeServices({ db: world.db, env, services: { roles: ROLES } });
  const timetable = await world.timetable();
  const callers: Caller[] = [];
  for (let i = 0; i < 4; i++) {
    const caller = await world.caller(["timetable:read"]);
    await world.grant("timetable", timetable, caller.id, "Reader");
    callers.push(caller);
  }
  const [ada, ben, cleo, dora] = callers as [Caller, Caller, Caller, Caller];
  const watch = (services: typeof other, { identity }: Caller, query = "?watchers=true"): Watcher =>
    new Watcher(inProcess(services), `/timetable/${timetable}/events${query}`, {
      "x-remote-user-identity": identity,
    });
  const namesOf = (...listed: readonly Caller[]): unknown => [
    listed.map(({ identity }) => identity).sort(),
    listed.length,
  ];
  const isTold = async (watcher: Watcher, ...listed: readonly Caller[]): Promise<void> => {
    await expect.poll(() => lastTold(watcher), { timeout: 30_000 }).toEqual(namesOf(...listed));
  };
  const [here, quiet] = [watch(world.services, ada), watch(world.services, dora, "")];
  const there = [watch(other, ben), watch(other, cleo)] as const;
  try {
    await isTold(here, ada, ben, cleo);
    for (const watcher of there) await isTold(watcher, ada, ben, cleo);
    // A second tab is nobody else, and is told all the same.
    const again = watch(world.services, ada);
    await isTold(again, ada, ben, cleo);
    there[0].stop();
    await isTold(here, ada, cleo);
    await isTold(there[1], ada, cleo);
    // Who may not read any more is told nothing, and not told of.
    await world.db.run("delete from resource_grant where subject_id = $1", [cleo.id]);
    await world.trains(timetable, ["none"]);
    await until(() => there[1].events.at(-1)?.name === "denied");
    await until(() => quiet.events.length > 0);
    expect(quiet.events.map(({ name }) => name)).toEqual(["trains"]);
    again.stop();
  } finally {
    for (const watcher of [here, quiet, ...there]) watcher.stop();
    other.events.close();
  }
});

it("is nobody on a server without authorization", async () => {
  const open = makeServices({ db: world.db, services: { roles: ROLES } });
  const timetable = await world.timetable();
  const watcher = new Watcher(inProcess(open), `/timetable/${timetable}/events?watchers=true`, {
    "x-remote-user-identity": world.owner.identity,
  });
  try {
    await until(() => watcher.connections === 1);
    await world.trains(timetable, ["none"]);
    await until(() => watcher.events.some(({ name }) => name === "trains"));
    expect(watcher.events.map(({ name }) => name)).toEqual(["trains"]);
  } finally {
    watcher.stop();
    open.events.close();
  }
});
