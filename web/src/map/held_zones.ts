/** Zones that trains hold at the shown moment. Asked for once it rests: until then the answer would be outdated. */
import { computed, effect, signal } from "@preact/signals";
import { api, ask, isAbort } from "../api/client.ts";
import { dateQuery, runQuery } from "../api/setting.ts";
import { timetable_id } from "../state/address.ts";
import { graph_data } from "../state/graph.ts";
import { explain } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import { collect, type Feature, type Features } from "./features.ts";
import { map_fault, map_ms } from "./map_state.ts";
import { shown_groups } from "./shown_groups.ts";

const REST_MS = 250;

interface Told {
  readonly at: string;
  readonly features: Features;
}

const told = signal<Told | null>(null);

/** In whole seconds, as the server is asked; null: they are not shown. */
const asked_at = computed(() => {
  if (!shown_groups.value.has("zones")) return null;
  return `${new Date(map_ms.value).toISOString().slice(0, 19)}Z`;
});

export const zone_features = computed<Features>(() => {
  const known = told.value;
  return known !== null && known.at === asked_at.value ? known.features : collect([]);
});

/** Runs as long as the map is open; returns a function that stops it. */
export function followZones(): () => void {
  return effect(() => {
    const [at, id, set] = [asked_at.value, timetable_id.value, setting.value];
    // Other trains, or another way of computing them, have other zones.
    const is_known = graph_data.value !== null;
    if (at === null || id === null || set === null || !is_known) return undefined;
    const ending = new AbortController();
    const rest = setTimeout(() => {
      const params = {
        path: { timetable_id: id },
        query: { ...runQuery(set), ...dateQuery(set), at },
      };
      const { signal: ended } = ending;
      ask(api.GET("/timetable/{timetable_id}/occupied_zones", { params, signal: ended })).then(
        ({ features }) => {
          told.value = { at, features: collect(features.map(drawZone)) };
        },
        (error: unknown) => {
          if (!isAbort(error)) map_fault.value = explain(error);
        },
      );
    }, REST_MS);
    return () => {
      clearTimeout(rest);
      ending.abort();
    };
  });
}

interface SentZone {
  readonly geometry: { readonly coordinates: number[][][] };
  readonly properties: { readonly zone: string; readonly state: string };
}

function drawZone({ geometry: { coordinates }, properties: { zone, state } }: SentZone): Feature {
  return {
    type: "Feature",
    geometry: { type: "MultiLineString", coordinates },
    properties: { zone, state },
  };
}
