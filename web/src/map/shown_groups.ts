/** Which groups of layers the map shows: kept in the address, so that a link shows the same. */
import { computed } from "@preact/signals";
import { parameters, setParameters } from "../state/address.ts";
import { GROUPS, type Group } from "./style/network_layers.ts";

/** What the map of a timetable shows: groups of layers of the network, and the zones that trains have. */
export const SHOWN = [...GROUPS, "zones"] as const;
export type Shown = (typeof SHOWN)[number];

/** Without a choice. */
const USUAL: readonly Group[] = ["stations", "signals", "equipment"];
/** All are away: an absent parameter means the usual ones. */
const NONE = "none";

export const shown_groups = computed<ReadonlySet<Shown>>(() => {
  const told = parameters.layers.value;
  if (told === "") return new Set(USUAL);
  const names = new Set(told.split("."));
  return new Set(SHOWN.filter((group) => names.has(group)));
});

export function showGroup(group: Shown, is_shown: boolean): void {
  const next = SHOWN.filter((one) => (one === group ? is_shown : shown_groups.peek().has(one)));
  setParameters({ layers: next.join(".") || NONE });
}
