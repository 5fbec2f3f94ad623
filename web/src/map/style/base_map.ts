/** The base map below the network, where the server names a style for one. */
import { signal } from "@preact/signals";
import { api, ask } from "../../api/client.ts";
import { attempt } from "../../state/session.ts";
import type { Style } from "./style_parts.ts";

/** Null: there is none, or it has not come yet. */
export const base_map = signal<Style | null>(null);

let is_asked = false;

/** Once; the map does without it. */
export function needBaseMap(): void {
  if (is_asked) return;
  is_asked = true;
  attempt(async () => {
    const { style } = await ask(api.GET("/base_map"));
    if (style === null) return;
    const answer = await fetch(style, { credentials: "omit" });
    if (answer.ok) base_map.value = (await answer.json()) as Style;
  });
}
