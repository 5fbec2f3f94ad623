/** The endpoints of computed results. */
import type { Endpoint } from "../platform/http/endpoint.ts";
import type { Tag } from "../platform/http/tags.ts";
import { ACKNOWLEDGEMENT_ENDPOINTS } from "./acknowledgement/acknowledgement.endpoints.ts";
import { CONFLICT_ENDPOINTS } from "./conflict/conflict.endpoints.ts";
import { EXCHANGE_ENDPOINTS } from "./exchange/exchange.endpoints.ts";
import { FORECAST_ENDPOINTS } from "./forecast/forecast.endpoints.ts";
import { OPERATION_ENDPOINTS } from "./operation/operation.endpoints.ts";
import { PATH_ENDPOINTS } from "./path/path.endpoints.ts";
import { POSITION_ENDPOINTS } from "./position/position.endpoints.ts";
import {
  PACED_PROJECTION_ENDPOINTS,
  PROJECTION_ENDPOINTS,
} from "./projection/projection.endpoints.ts";
import { RESOLUTION_ENDPOINTS } from "./resolution/resolution.endpoints.ts";
import { ROBUSTNESS_ENDPOINTS } from "./robustness/robustness.endpoints.ts";
import {
  PACED_SIMULATION_ENDPOINTS,
  SIMULATION_ENDPOINTS,
} from "./simulation/simulation.endpoints.ts";
import { STATION_ENDPOINTS } from "./stations/stations.endpoints.ts";
import { SEARCH_ENVIRONMENT_ENDPOINTS } from "./stdcm/search_environment.endpoints.ts";
import { STDCM_ENDPOINTS } from "./stdcm/stdcm.endpoints.ts";
import { STREAM_ENDPOINTS } from "./streams/streams.endpoints.ts";
import { WHAT_IF_ENDPOINTS } from "./what_if/what_if.endpoints.ts";

export const TRAIN_RUNS_ROOM: readonly Endpoint[] = [
  ...PACED_SIMULATION_ENDPOINTS,
  ...PACED_PROJECTION_ENDPOINTS,
  ...PATH_ENDPOINTS,
  ...SIMULATION_ENDPOINTS,
  ...CONFLICT_ENDPOINTS,
  ...WHAT_IF_ENDPOINTS,
  ...RESOLUTION_ENDPOINTS,
  ...ROBUSTNESS_ENDPOINTS,
  ...FORECAST_ENDPOINTS,
  ...OPERATION_ENDPOINTS,
  ...EXCHANGE_ENDPOINTS,
  ...STREAM_ENDPOINTS,
  ...POSITION_ENDPOINTS,
  ...ACKNOWLEDGEMENT_ENDPOINTS,
  ...PROJECTION_ENDPOINTS,
  ...STATION_ENDPOINTS,
  ...STDCM_ENDPOINTS,
  ...SEARCH_ENVIRONMENT_ENDPOINTS,
];

export const TRAIN_RUNS_TAGS: readonly Tag[] = [
  { name: "operation", description: "Running days that stand on a plan of their own" },
  { name: "stdcm", description: "Trains fitted in between others at short notice" },
];
