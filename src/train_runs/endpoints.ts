/** The endpoints of what is computed. */

import type { Endpoint } from "../platform/http/endpoint.ts";
import { CONFLICT_ENDPOINTS } from "./conflict/conflict.endpoints.ts";
import { PACED_DERIVED_ENDPOINTS } from "./paced_train/derived.endpoints.ts";
import { PATH_ENDPOINTS } from "./path/path.endpoints.ts";
import { PROJECTION_ENDPOINTS } from "./projection/projection.endpoints.ts";
import { SIMULATION_ENDPOINTS } from "./simulation/simulation.endpoints.ts";
import { STREAM_ENDPOINTS } from "./streams/streams.endpoints.ts";

export const TRAIN_RUNS_ROOM: readonly Endpoint[] = [
  ...PACED_DERIVED_ENDPOINTS,
  ...PATH_ENDPOINTS,
  ...SIMULATION_ENDPOINTS,
  ...CONFLICT_ENDPOINTS,
  ...STREAM_ENDPOINTS,
  ...PROJECTION_ENDPOINTS,
];
