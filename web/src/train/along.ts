/** What lies along the chosen train's path. */
import { computed, effect, signal } from "@preact/signals";
import { api, ask, isAbort, type Schemas } from "../api/client.ts";
import { selected_data, selected_train } from "../state/selection.ts";
import { setting } from "../state/setting.ts";
import { nameOf } from "../state/stations/described_way.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export const along = signal<Schemas["PathProperties"] | null>(null);

let work = new AbortController();

effect(() => {
  const [path, chosen] = [selected_data.value?.path ?? null, setting.value];
  work.abort();
  along.value = null;
  if (path === null || chosen === null) return;
  work = new AbortController();
  const { track_section_ranges } = path;
  ask(
    api.POST("/infra/{infra_id}/path_properties", {
      params: {
        path: { infra_id: chosen.infra_id },
        query: { "props[]": ["slopes", "electrifications", "operational_points", "geometry"] },
      },
      body: { track_section_ranges },
      signal: work.signal,
    }),
  ).then(
    (found) => {
      along.value = found;
    },
    (error: unknown) => {
      if (!isAbort(error)) along.value = {};
    },
  );
});

/** A waypoint nearer than this is at the station. */
const AT_STATION_MM = 400_000;

const AWAITED = "…";

/** For each waypoint: the station that it is at, else its id. */
export const stop_names = computed<readonly string[]>(() => {
  const positions = selected_data.value?.path?.path_item_positions ?? [];
  if (along.value === null) return positions.map(() => AWAITED);
  const points = along.value.operational_points ?? [];
  return positions.map((position, i) => {
    const near = points.toSorted(
      (a, b) => Math.abs(a.position - position) - Math.abs(b.position - position),
    )[0];
    const is_there = near !== undefined && Math.abs(near.position - position) < AT_STATION_MM;
    return is_there ? nameOf(near) : (selected_train.value?.path[i]?.id ?? String(i));
  });
});

type Voltage = NonNullable<Schemas["PathProperties"]["electrifications"]>["values"][number];

export function nameVoltage(value: Voltage): string {
  if (value.type === "electrification") return value.voltage;
  return value.type === "neutral_section"
    ? TOOL_TEXTS.train.neutral
    : TOOL_TEXTS.train.not_electrified;
}
