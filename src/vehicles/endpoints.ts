/** The endpoints of rolling stocks and their collections. */
import type { Endpoint } from "../platform/http/endpoint.ts";
import type { Tag } from "../platform/http/tags.ts";
import { LIVERY_ENDPOINTS } from "./livery/livery.endpoints.ts";
import { STOCK_IMPORT_ENDPOINTS } from "./rolling_stock/import.endpoints.ts";
import { ROLLING_STOCK_ENDPOINTS } from "./rolling_stock/rolling_stock.endpoints.ts";
import { ROLLING_STOCK_COLLECTION_ENDPOINTS } from "./rolling_stock_collection/rolling_stock_collection.endpoints.ts";
import { TOWED_ROLLING_STOCK_ENDPOINTS } from "./towed_rolling_stock/towed_rolling_stock.endpoints.ts";

export const VEHICLES_ROOM: readonly Endpoint[] = [
  ...ROLLING_STOCK_ENDPOINTS,
  ...STOCK_IMPORT_ENDPOINTS,
  ...LIVERY_ENDPOINTS,
  ...ROLLING_STOCK_COLLECTION_ENDPOINTS,
  ...TOWED_ROLLING_STOCK_ENDPOINTS,
];

export const VEHICLES_TAGS: readonly Tag[] = [
  { name: "rolling_stock", description: "Rolling stocks", segments: ["light_rolling_stock"] },
  {
    name: "rolling_stock_collection",
    description: "What grants on rolling stocks are attached to",
  },
  { name: "towed_rolling_stock", description: "Vehicles without traction" },
];
