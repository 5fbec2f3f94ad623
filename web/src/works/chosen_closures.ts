/** Works and limits of the chosen groups, and who may make others. */
import { computed } from "@preact/signals";
import { placeRanges } from "../graph/stretches.ts";
import type { Area } from "../graph/viewport.ts";
import { session } from "../state/session.ts";
import { work_group } from "../state/works/chosen_works.ts";
import { closure_wish } from "../state/works/closure_form.ts";
import type { Closure } from "../state/works/closure_groups.ts";
import { limit_group, placed_ways } from "../state/works/limits.ts";

export const chosen_closures = computed<readonly Closure[]>(() => [
  ...(work_group.value?.closures ?? []),
  ...(limit_group.value?.closures ?? []),
]);

/** Groups have no owner: a role allows making them. */
export const may_make = computed(() => {
  const { user, is_open } = session.value ?? { user: null, is_open: false };
  return is_open || user?.builtin_roles.includes("infra:write") === true;
});

/** Its area on the axis; null if it is elsewhere. */
export function areaOf({ ranges, from_ms, to_ms }: Closure): Area | null {
  const found = placeRanges(ranges, placed_ways.value);
  if (found.length === 0) return null;
  const from_share = Math.min(...found.map((one) => one.from_share));
  const to_share = Math.max(...found.map((one) => one.to_share));
  return { from_share, to_share, from_ms, to_ms };
}

/** Opens its form if it can be changed; one that is not on the axis keeps its tracks. */
export function openClosure(before: Closure): void {
  const { from_ms, to_ms } = before;
  const area = areaOf(before) ?? { from_share: 0, to_share: 0, from_ms, to_ms };
  if (may_make.peek()) closure_wish.value = { area, before };
}
