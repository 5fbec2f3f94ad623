/** Makers of valid requests for what is derived of trains, for the table in requests.ts. */
import { type Maker, makeTrains } from "./request_makers.ts";

export function derived(tail: "path" | "simulation"): Maker {
  return async (world) => {
    const { infra, timetables, collections, trains } = await makeTrains(world, 1);
    return {
      names: { train: trains[0] ?? 0, infra },
      about: { infra: [infra], timetable: timetables, rolling_stock_collection: collections },
      request: (n) => ({ path: `/train_schedule/${n["train"]}/${tail}?infra=${n["infra"]}` }),
    };
  };
}

export function summaries(
  method: "GET" | "POST",
  path = "/train_schedule/simulations_summary",
): Maker {
  return async (world) => {
    const { infra, timetables, collections, trains } = await makeTrains(world, 2);
    return {
      names: { one: trains[0] ?? 0, other: trains[1] ?? 0, infra },
      about: { infra: [infra], timetable: timetables, rolling_stock_collection: collections },
      request: (n) =>
        method === "GET"
          ? { path: `${path}?infra=${n["infra"]}&ids[]=${n["one"]}&ids[]=${n["other"]}` }
          : { path, body: { infra_id: n["infra"], ids: [n["one"], n["other"]] } },
    };
  };
}

/** The conflicts of trains of two rolling stocks. */
export const conflicts: Maker = async (world) => {
  const [infra, timetable] = [await world.infra(), await world.timetable()];
  const collections = [await world.collection(), await world.collection()];
  const stocks: string[] = [];
  for (const collection of collections) stocks.push((await world.stock(collection)).name);
  await world.trains(timetable, [...stocks, "no such stock"]);
  return {
    names: { timetable, infra },
    about: { timetable: [timetable], infra: [infra], rolling_stock_collection: collections },
    request: (n) => ({ path: `/timetable/${n["timetable"]}/conflicts?infra=${n["infra"]}` }),
  };
};

/** A projection of two trains on the first track of the tiny network. */
export function projections(path: `/${string}`): Maker {
  const track_section_ranges = [
    { track_section: "A", begin: 0, end: 1_000_000, direction: "START_TO_STOP" },
  ];
  return async (world) => {
    const { infra, timetables, collections, trains } = await makeTrains(world, 2);
    return {
      names: { one: trains[0] ?? 0, other: trains[1] ?? 0, infra },
      about: { infra: [infra], timetable: timetables, rolling_stock_collection: collections },
      request: (n) => ({
        path: `${path}?infra=${n["infra"]}&ids[]=${n["one"]}&ids[]=${n["other"]}`,
        body: { track_section_ranges },
      }),
    };
  };
}
