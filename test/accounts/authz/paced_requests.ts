/** Makers of valid requests about paced trains and sub-categories, for the table in requests.ts. */
import type { Maker } from "./request_makers.ts";
import { runningTrain, type World } from "./world.ts";

/** Four trains in an hour, one of them of another rolling stock. */
export function pacedTrain(rolling_stock_name: string, other_stock_name: string): object {
  return {
    ...runningTrain(rolling_stock_name),
    paced: { interval: "PT15M", time_window: "PT1H" },
    exceptions: [
      {
        key: "other stock",
        occurrence_index: 1,
        rolling_stock: { rolling_stock_name: other_stock_name, comfort: "STANDARD" },
      },
    ],
  };
}

interface Made {
  readonly id: number;
  readonly timetable: number;
  readonly collections: readonly number[];
}

/** A paced train of two rolling stocks, each in a collection of its own. */
async function makePacedTrain(world: World): Promise<Made> {
  const collections = [await world.collection(), await world.collection()];
  const names: string[] = [];
  for (const collection of collections) names.push((await world.stock(collection)).name);
  const [base = "", other = ""] = names;
  const timetable = await world.timetable();
  const path = `/timetable/${timetable}/paced_trains`;
  const [made] = await world.make("POST", path, [pacedTrain(base, other)]);
  return { id: made.id, timetable, collections };
}

export const listPacedTrains: Maker = async (world) => {
  const { timetable, collections } = await makePacedTrain(world);
  return {
    names: { timetable },
    about: { timetable: [timetable], rolling_stock_collection: collections },
    request: (n) => ({ path: `/timetable/${n["timetable"]}/paced_trains` }),
  };
};

export const createPacedTrains: Maker = async (world) => {
  const timetable = await world.timetable();
  return {
    names: { timetable },
    about: { timetable: [timetable] },
    request: (n) => ({
      path: `/timetable/${n["timetable"]}/paced_trains`,
      body: [pacedTrain("any", "other")],
    }),
  };
};

export const getPacedTrain: Maker = async (world) => {
  const { id, timetable, collections } = await makePacedTrain(world);
  return {
    names: { train: id },
    about: { timetable: [timetable], rolling_stock_collection: collections },
    request: (n) => ({ path: `/paced_train/${n["train"]}` }),
  };
};

export const updatePacedTrain: Maker = async (world) => {
  const { id, timetable } = await makePacedTrain(world);
  return {
    names: { train: id },
    about: { timetable: [timetable] },
    request: (n) => ({ path: `/paced_train/${n["train"]}`, body: pacedTrain("any", "other") }),
  };
};

export function deletePacedTrains(path: "/paced_train" | "/paced_trains"): Maker {
  return async (world) => {
    const [one, other] = [await makePacedTrain(world), await makePacedTrain(world)];
    return {
      names: { one: one.id, other: other.id },
      about: { timetable: [one.timetable, other.timetable] },
      request: (n) => ({ path, body: { ids: [n["one"], n["other"]] } }),
    };
  };
}

/** Derived data of one paced train on the tiny network. */
export function derivedOfPaced(tail: string): Maker {
  return async (world) => {
    const { id, timetable, collections } = await makePacedTrain(world);
    const infra = await world.infra();
    return {
      names: { train: id, infra },
      about: { infra: [infra], timetable: [timetable], rolling_stock_collection: collections },
      request: (n) => ({ path: `/paced_train/${n["train"]}/${tail}?infra=${n["infra"]}` }),
    };
  };
}

/** Two paced trains of two timetables; the ids are in the query, or in the body when there is one. */
export function derivedOfTwo(
  path: `/${string}`,
  makeBody?: (ids: readonly unknown[], infra_id: unknown) => object,
): Maker {
  return async (world) => {
    const [one, other] = [await makePacedTrain(world), await makePacedTrain(world)];
    const infra = await world.infra();
    return {
      names: { one: one.id, other: other.id, infra },
      about: {
        infra: [infra],
        timetable: [one.timetable, other.timetable],
        rolling_stock_collection: [...one.collections, ...other.collections],
      },
      request: (n) =>
        makeBody === undefined
          ? { path: `${path}?infra=${n["infra"]}&ids[]=${n["one"]}&ids[]=${n["other"]}` }
          : { path, body: makeBody([n["one"], n["other"]], n["infra"]) },
    };
  };
}

const FIELDS = { name: "Regional express", main_category: "REGIONAL_TRAIN", color: "#1A2B3C" };

export const createSubCategory: Maker = async (world) => {
  const body = { code: world.name(), ...FIELDS };
  return { names: {}, about: {}, request: () => ({ path: "/sub_category", body }) };
};

/** A request about one sub-category. */
export function onSubCategory(body?: unknown): Maker {
  return async (world) => {
    const code = world.name();
    await world.make("POST", "/sub_category", { code, ...FIELDS });
    return {
      names: { code },
      about: {},
      request: (n) => ({ path: `/sub_category/${n["code"]}`, body }),
    };
  };
}

export const changedSubCategory = { ...FIELDS, name: "Suburban" };
