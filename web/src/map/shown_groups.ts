/** Which groups of layers the map shows: kept in the address, so that a link shows the same. */
import { computed } from "@preact/signals";
import { parameters, setParameters } from "../state/address.ts";
import { GROUPS, type Group } from "./network_layers.ts";

/** Without a choice. */
const USUAL: readonly Group[] = ["stations", "signals", "equipment"];
/** All are away: an absent parameter means the usual ones. */
const NONE = "none";

export const shown_groups = computed<ReadonlySet<Group>>(() => {
  const told = parameters.layers.value;
  if (told === "") return new Set(USUAL);
  const names = new Set(told.split("."));
  return new Set(GROUPS.filter((group) => names.has(group)));
});

export function showGroup(group: Group, is_shown: boolean): void {
  const next = GROUPS.filter((one) => (one === group ? is_shown : shown_groups.peek().has(one)));
  setParameters({ layers: next.join(".") || NONE });
}
