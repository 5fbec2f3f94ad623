/** Makers of valid requests about opened days, for the table in requests.ts. */
import { ofAllTrains } from "./derived_requests.ts";
import type { Maker } from "./request_makers.ts";

/** A day of a timetable with trains of two rolling stocks. */
export const openDay: Maker = async (world) => {
  const { names, about } = await ofAllTrains("")(world);
  return {
    names,
    about,
    request: (n) => ({
      path: "/operation",
      body: { timetable_id: n["timetable"], infra_id: n["infra"] },
    }),
  };
};

export const listOpenDays: Maker = async (world) => {
  const { names, about } = await ofAllTrains("")(world);
  const { timetable } = about;
  return {
    names,
    about: { timetable },
    request: (n) => ({ path: `/operation?timetable_id=${n["timetable"]}` }),
  };
};

export function onOpenDay(
  types: readonly ("infra" | "rolling_stock_collection")[],
  tail = "",
  body?: unknown,
): Maker {
  return async (world) => {
    const made = await openDay(world);
    const { id } = await world.make("POST", "/operation", made.request(made.names).body);
    const { timetable, ...others } = made.about;
    const about = Object.fromEntries(types.map((type) => [type, others[type]]));
    return {
      names: { day: id },
      about: { timetable, ...about },
      request: (n) => ({ path: `/operation/${n["day"]}${tail}`, body }),
    };
  };
}
