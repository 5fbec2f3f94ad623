/** Works and temporary speed limits of the chosen groups, with their places on the axis. */
import { computed, effect, type Signal, signal } from "@preact/signals";
import { isAbort } from "../../api/client.ts";
import type { Limit, Work } from "../../graph/drawing/marks.ts";
import { placeRanges } from "../../graph/stretches.ts";
import { idOf } from "../address.ts";
import { graph_data, ways } from "../graph.ts";
import { tellFailure } from "../session.ts";
import type { ClosureGroup } from "./closure_groups.ts";

/** The chosen group of temporary limits; null: none is chosen, or it is not read yet. */
export const limit_group = signal<ClosureGroup | null>(null);

/** Works and limits on tracks of no way of the axis (closures_beside.ts). */
export const beside = signal<{ works: readonly Work[]; limits: readonly Limit[] }>({
  works: [],
  limits: [],
});

export function followLimits(): void {
  const read = async (id: number, ending: AbortSignal): Promise<ClosureGroup> =>
    await (await import("./closure_groups.ts")).readLimits(id, ending);
  effect(() => follow(idOf("limits"), limit_group, read));
}

/** Keeps a signal up to date with a group's content. Returns the function that stops it. */
export function follow(
  id: number | null,
  told: Signal<ClosureGroup | null>,
  read: (id: number, signal: AbortSignal) => Promise<ClosureGroup>,
): () => void {
  told.value = null;
  const ending = new AbortController();
  if (id !== null) {
    read(id, ending.signal).then(
      (group) => {
        told.value = group;
      },
      (error: unknown) => {
        if (!isAbort(error)) tellFailure(error);
      },
    );
  }
  return () => ending.abort();
}

/** The two ways of the axis with their scales. */
export const placed_ways = computed(() => {
  const axis = graph_data.value?.axis ?? null;
  const listed = axis === null ? [] : [axis.forward, axis.back];
  return listed.flatMap((way, i) => {
    const scale = ways.value[i]?.scale;
    return way === null || scale === undefined ? [] : [{ way, scale }];
  });
});

export const limits = computed<readonly Limit[]>(() =>
  (limit_group.value?.closures ?? []).map(({ from_ms, to_ms, ranges, speed_m_s }) => ({
    speed_m_s: speed_m_s ?? 0,
    areas: placeRanges(ranges, placed_ways.value).map((one) => ({ ...one, from_ms, to_ms })),
  })),
);
