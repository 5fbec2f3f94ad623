/** Makers of valid requests for what is derived of trains, for the table in requests.ts. */
import { TAKEN_EXAMPLE } from "../../../src/train_runs/forecast/proposal.schemas.ts";
import { DERIVED_RESULTS } from "../../../src/train_runs/simulation/simulation.endpoints.ts";
import { derivedOfPaced, pacedTrain } from "./paced_requests.ts";
import { type Maker, makeTrains, type Names } from "./request_makers.ts";
import { runningTrain, type World } from "./world.ts";

function derived(tail: string): Maker {
  return async (world) => {
    const { infra, timetables, collections, trains } = await makeTrains(world, 1);
    return {
      names: { train: trains[0] ?? 0, infra },
      about: { infra: [infra], timetable: timetables, rolling_stock_collection: collections },
      request: (n) => ({ path: `/train_schedule/${n["train"]}/${tail}?infra=${n["infra"]}` }),
    };
  };
}

/** Every result of one train of either kind. */
export const DERIVED_REQUESTS: Readonly<Record<string, Maker>> = Object.fromEntries(
  DERIVED_RESULTS.flatMap(({ tail }) => [
    [`GET /train_schedule/:train_schedule_id/${tail}`, derived(tail)],
    [`GET /paced_train/:paced_train_id/${tail}`, derivedOfPaced(tail)],
  ]),
);

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

interface Filled {
  readonly timetable: number;
  readonly collections: readonly number[];
  readonly trains: readonly number[];
}

/** A timetable with trains of two rolling stocks and of one that does not exist. */
async function fillTimetable(world: World): Promise<Filled> {
  const timetable = await world.timetable();
  const collections = [await world.collection(), await world.collection()];
  const stocks: string[] = [];
  for (const collection of collections) stocks.push((await world.stock(collection)).name);
  const trains = await world.trains(timetable, [...stocks, "no such stock"]);
  return { timetable, collections, trains };
}

/** What is computed of all trains of a timetable. */
export function ofAllTrains(tail: string, body?: unknown): Maker {
  return async (world) => {
    const infra = await world.infra();
    const { timetable, collections } = await fillTimetable(world);
    return {
      names: { timetable, infra },
      about: { timetable: [timetable], infra: [infra], rolling_stock_collection: collections },
      request: (n) => ({ path: `/timetable/${n["timetable"]}/${tail}?infra=${n["infra"]}`, body }),
    };
  };
}

/** Only a timetable with a period has days. */
export function ofAllDays(tail: string, body?: unknown): Maker {
  return async (world) => {
    const made = await ofAllTrains(tail, body)(world);
    const period = { first: "2026-01-01", last: "2026-01-03", time_zone: "UTC" };
    await world.make("PUT", `/timetable/${made.names["timetable"]}`, { period });
    return made;
  };
}

/** A proposal is taken by the version of its day. */
export const takeProposal: Maker = async (world) => {
  const made = await ofAllTrains("proposals")(world);
  const { version } = await world.make("POST", made.request(made.names).path, {});
  const request = (n: Names) => {
    const { path } = made.request(n);
    return {
      path: path.replace("/proposals", "/proposals/take"),
      body: { ...TAKEN_EXAMPLE, version },
    };
  };
  return { ...made, request };
};

/** Where trains are at a time, or the zones that they have. */
export function locateTrains(what: "positions" | "occupied_zones"): Maker {
  return async (world) => {
    const made = await ofAllTrains(what)(world);
    const request = (n: Names) => {
      const { path } = made.request(n);
      return { path: `${path}&at=2024-05-22T08:00:00Z` };
    };
    return { ...made, request };
  };
}

/** Changes that name no stored train, and a rolling stock that does not exist. */
export const TRIAL = { changes: [{ added: runningTrain("any") }] };

/** All trains at the stations of the tiny network. */
export const projectStations: Maker = async (world) =>
  await ofAllTrains("project_stations", {
    operational_points: [{ id: "OP.A" }, { id: "OP.B" }],
  })(world);

/** Changes of trains of two rolling stocks, which the answer shows. */
export const changeTrains: Maker = async (world) => {
  const { timetable, collections, trains } = await fillTimetable(world);
  const [changed = 0, removed = 0] = trains;
  return {
    names: { timetable, changed, removed },
    about: { timetable: [timetable], rolling_stock_collection: collections },
    request: (n) => ({
      path: `/timetable/${n["timetable"]}/changes`,
      body: {
        changes: [
          { kind: "train_schedule", id: n["changed"], shift: "PT4M" },
          { kind: "train_schedule", id: n["removed"], removed: true },
        ],
      },
    }),
  };
};

/** Of trains that were removed: the history shows them. */
const onHistory =
  (path: (n: Names) => string, has_change: boolean): Maker =>
  async (world) => {
    const { timetable, collections, trains } = await fillTimetable(world);
    await world.make("DELETE", "/train_schedule", { ids: trains });
    const { results } = await world.make("GET", `/timetable/${timetable}/history`);
    return {
      names: { timetable, ...(has_change && { change: results[0].id }) },
      about: { timetable: [timetable], rolling_stock_collection: collections },
      request: (n) => ({ path: path(n) }),
    };
  };

export const listHistory = onHistory((n) => `/timetable/${n["timetable"]}/history`, false);
export const valuesOfHistory = onHistory(
  (n) => `/timetable/${n["timetable"]}/history/${n["change"]}`,
  true,
);
export const undoOfHistory = onHistory(
  (n) => `/timetable/${n["timetable"]}/history/${n["change"]}/undo`,
  true,
);

export const exportTimetable: Maker = async (world) => {
  const { timetable, collections } = await fillTimetable(world);
  const infra = await world.infra();
  return {
    names: { timetable, infra },
    about: { timetable: [timetable], rolling_stock_collection: collections, infra: [infra] },
    request: (n) => ({
      path: `/timetable/${n["timetable"]}/export?format=json&infra_id=${n["infra"]}`,
    }),
  };
};

export const importTimetable: Maker = async (world) => {
  const [timetable, infra] = [await world.timetable(), await world.infra()];
  return {
    names: { timetable, infra },
    about: { timetable: [timetable], infra: [infra] },
    request: (n) => ({
      path: `/timetable/${n["timetable"]}/import?infra_id=${n["infra"]}`,
      body: {
        version: 1,
        train_schedules: [runningTrain("any")],
        paced_trains: [pacedTrain("any", "other")],
      },
    }),
  };
};

export const previewTimetable: Maker = async (world) => {
  const infra = await world.infra();
  return {
    names: { infra },
    about: { infra: [infra] },
    request: (n) => ({
      path: `/timetable/import/preview?format=csv&infra_id=${n["infra"]}`,
      body: "train,station,arrival,departure\n1,A,,8:00\n,B,8:10,\n",
      headers: { "content-type": "text/csv" },
    }),
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
