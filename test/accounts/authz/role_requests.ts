/** Makers of valid requests about records without grants, for the table in requests.ts. */
import { validLimits, validTowedStock, validWorks } from "../../platform/http/rules/valid_forms.ts";
import type { Maker } from "./request_makers.ts";
import type { World } from "./world.ts";

const PATH = [{ track_section: "A", begin: 0, end: 1_000_000, direction: "START_TO_STOP" }];

async function makeTowedStock(world: World): Promise<number> {
  const body = validTowedStock({ name: world.name() });
  return (await world.make("POST", "/towed_rolling_stock", body)).id;
}

export const createTowedStock: Maker = async (world) => {
  const body = validTowedStock({ name: world.name() });
  return { names: {}, about: {}, request: () => ({ path: "/towed_rolling_stock", body }) };
};

export function onTowedStock(tail: string, body?: unknown): Maker {
  return async (world) => ({
    names: { stock: await makeTowedStock(world) },
    about: {},
    request: (n) => ({ path: `/towed_rolling_stock/${n["stock"]}${tail}`, body }),
  });
}

export const changeTowedStock: Maker = async (world) => {
  const body = validTowedStock({ name: world.name(), length: 20 });
  return await onTowedStock("", body)(world);
};

async function makeWorks(world: World): Promise<number> {
  const body = validWorks({ work_schedule_group_name: world.name() });
  return (await world.make("POST", "/work_schedules", body)).work_schedule_group_id;
}

export const createWorks: Maker = async (world) => {
  const body = validWorks({ work_schedule_group_name: world.name() });
  return { names: {}, about: {}, request: () => ({ path: "/work_schedules", body }) };
};

export const onWorks: Maker = async (world) => ({
  names: { works: await makeWorks(world) },
  about: {},
  request: (n) => ({ path: `/work_schedules/${n["works"]}` }),
});

export const projectWorks: Maker = async (world) => ({
  names: { works: await makeWorks(world) },
  about: {},
  request: (n) => ({
    path: "/work_schedules/project_path",
    body: { work_schedule_group_id: n["works"], path_track_ranges: PATH },
  }),
});

export const createLimits: Maker = async (world) => {
  const body = validLimits({ speed_limit_group_name: world.name() });
  return { names: {}, about: {}, request: () => ({ path: "/temporary_speed_limit_group", body }) };
};

export const onLimits: Maker = async (world) => {
  const body = validLimits({ speed_limit_group_name: world.name() });
  const { group_id } = await world.make("POST", "/temporary_speed_limit_group", body);
  return {
    names: { limits: group_id },
    about: {},
    request: (n) => ({ path: `/temporary_speed_limit_group/${n["limits"]}` }),
  };
};
