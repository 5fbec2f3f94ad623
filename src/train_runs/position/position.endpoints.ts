/** Where the trains of a timetable are on the map at a given time, and the zones that they hold. */
import * as v from "valibot";
import { okText } from "../../platform/http/answers.ts";
import { endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { readSimulationParameters, SIMULATION_ERRORS } from "../simulation/setup.ts";
import { answerHeldZones } from "./held_zones.ts";
import {
  HeldZoneQuery,
  HeldZones,
  listTimes,
  PositionQuery,
  TrainPositions,
} from "./position.schemas.ts";
import { answerPositions } from "./train_positions.ts";

export const POSITION_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/positions",
    summary: "Where the trains of a timetable are on the map at a time, or at several",
    params: v.object({ timetable_id: pathId }),
    query: PositionQuery,
    answer: okText(TrainPositions),
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS, "TooManyItems"],
    handle: async (ctx, { params: { timetable_id }, query }) => {
      const times = listTimes(query);
      const parameters = readSimulationParameters(query);
      return await answerPositions(ctx, timetable_id, { parameters, times });
    },
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/occupied_zones",
    summary: "The zones that trains of a timetable are in, or that are kept for them, at a time",
    params: v.object({ timetable_id: pathId }),
    query: HeldZoneQuery,
    answer: okText(HeldZones),
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS, "TooManyItems"],
    handle: async (ctx, { params: { timetable_id }, query }) => {
      const parameters = readSimulationParameters(query);
      return await answerHeldZones(ctx, timetable_id, { parameters, at: query.at });
    },
  }),
];
