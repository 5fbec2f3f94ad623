// Method: a server whose readings of events the test holds back, as when its process is stopped; meanwhile others change trains and the events are pruned.
import { expect, it } from "vitest";
import type { Database } from "../../../src/platform/db/client.ts";
import { pruneEvents } from "../../../src/platform/events/event_log.ts";
import { openWorld } from "../../accounts/authz/world.ts";
import { opened } from "../../helpers/opened.ts";
import { makeServices } from "../../helpers/services.ts";
import { until } from "../../helpers/until.ts";
import { inProcess, Watcher } from "./watcher.ts";

const world = opened(openWorld);
const held = { until: Promise.resolve(), readings: 0 };

/** Waits before each reading of events until it is let go. */
function holdReadings(db: Database): Database {
  const query: Database["query"] = async (name, values, options) => {
    if (name === "platform/event/read") {
      held.readings++;
      await held.until;
    }
    return await db.query(name, values, options);
  };
  return new Proxy(db, {
    get: (target, key) => {
      if (key === "query") return query;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

it("tells all streams to read again when events were pruned before the server had read them", async () => {
  const services = makeServices({
    db: holdReadings(world.db),
    services: { roles: world.services.roles },
  });
  const server = inProcess(services);
  const [timetable, other] = [await world.timetable(), await world.timetable()];
  const headers = { "x-remote-user-identity": world.owner.identity };
  const watchers = [timetable, other].map(
    (id) => new Watcher(server, `/timetable/${id}/events`, headers),
  );
  const names = (): string[][] => watchers.map(({ events }) => events.map(({ name }) => name));
  try {
    await until(() => services.events.stream_count === 2);
    let release = (): void => undefined;
    held.until = new Promise((resolve) => {
      release = resolve;
    });
    const before = held.readings;
    await until(() => held.readings > before);
    await world.trains(timetable, ["none"]);
    await pruneEvents(world.db, 0);
    expect(names()).toEqual([[], []]);
    release();
    await until(() => names().every(({ length }) => length > 0));
    expect(names()).toEqual([["reset"], ["reset"]]);
    // From then on as before, and with ids from which nothing is missed.
    const [made] = await world.trains(timetable, ["none"]);
    await until(() => names()[0]?.length === 2);
    expect(watchers[0]?.events[1]?.data).toContain(String(made));
    expect(names()[1]).toEqual(["reset"]);
    watchers[0]?.drop();
    await world.trains(timetable, ["none"]);
    await until(() => names()[0]?.length === 3);
    expect(names()[0]).toEqual(["reset", "trains", "trains"]);
  } finally {
    for (const watcher of watchers) watcher.stop();
    await Promise.all(watchers.map(({ done }) => done));
    services.events.close();
  }
});
