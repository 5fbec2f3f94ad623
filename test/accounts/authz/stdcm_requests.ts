/** Makers of requests around short term path requests, for the table in requests.ts. */
import { type Maker, makePlace, makeTrains } from "./request_makers.ts";

/** An infrastructure or stock that does not exist is no 404 here. */
export const stdcm: Maker = async (world) => {
  const { infra, timetables, collections } = await makeTrains(world, 1);
  const [timetable = 0] = timetables;
  const { id } = await world.stock(collections[0] ?? 0);
  const steps = [
    { location: { track: "A", offset: 100_000 } },
    { location: { track: "B", offset: 900_000 }, duration: 0 },
  ];
  const start_time = "2026-05-22T08:00:00Z";
  return {
    names: { timetable },
    about: { timetable: timetables, infra: [infra], rolling_stock_collection: collections },
    request: (n) => ({
      path: `/timetable/${n["timetable"]}/stdcm?infra=${infra}`,
      body: { steps, rolling_stock_id: id, comfort: "STANDARD", start_time },
    }),
  };
};

/** Of a scenario that has a network and a timetable of its own; there is no environment before. */
export const setSearchEnvironment: Maker = async (world) => {
  await world.db.run("delete from search_environment", []);
  const { scenario, infra, timetable } = await makePlace(world);
  const search_window_begin = "2026-05-22T00:00:00Z";
  const search_window_end = "2026-05-23T00:00:00Z";
  return {
    names: { scenario },
    about: { scenario: [scenario], infra: [infra], timetable: [timetable] },
    request: (n) => ({
      path: "/stdcm/search_environment",
      body: { scenario_id: n["scenario"], search_window_begin, search_window_end },
    }),
  };
};

/** Where there is one: without, the answer is 204. */
export const getSearchEnvironment: Maker = async (world) => {
  const { infra, timetable } = await makePlace(world);
  await world.db.run("delete from search_environment", []);
  await world.db.run(
    `insert into search_environment (infra_id, timetable_id, search_window_begin, search_window_end)
     values ($1, $2, now(), now() + interval '1 day')`,
    [infra, timetable],
  );
  return { names: {}, about: {}, request: () => ({ path: "/stdcm/search_environment" }) };
};
