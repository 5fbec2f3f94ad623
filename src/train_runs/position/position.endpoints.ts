/** Where the trains of a timetable are on the map at a time. */
import * as v from "valibot";
import { okText } from "../../platform/http/answers.ts";
import { endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { readSimulationParameters, SIMULATION_ERRORS } from "../simulation/setup.ts";
import { listTimes, PositionQuery, TrainPositions } from "./position.schemas.ts";
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
];
