/** A stock that may go everywhere, as paths are asked for. */
import type { PathStock } from "../../../../workers/tasks/types.ts";

export const PLAIN_STOCK: PathStock = {
  loading_gauge: "G1",
  is_thermal: true,
  supported_electrifications: [],
  supported_signaling_systems: ["BAL"],
  maximum_speed_m_s: 40,
};
