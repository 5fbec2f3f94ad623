import { NETWORK_KINDS } from "../../../src/railway/exchange_terms.ts";
import type { ReadOptions } from "../../../workers/exchange/network/rail_plan.ts";

/** How networks are read when nothing else is asked for. */
export const READ: ReadOptions = { kinds: NETWORK_KINDS, onLetGo: () => undefined };
