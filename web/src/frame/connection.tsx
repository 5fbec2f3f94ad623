/** Whether the page follows what others change. */
import type { JSX } from "preact";
import { late_count } from "../api/client.ts";
import { connection } from "../state/connection.ts";
import { TEXTS } from "../texts.ts";

export function Connection(): JSX.Element | null {
  const is_late = late_count.value > 0;
  const state = is_late ? "offline" : connection.value;
  if (state === "none") return null;
  return (
    <span class={`connection ${state}`} role="status">
      {is_late ? TEXTS.faults.slow : TEXTS.live[state]}
    </span>
  );
}
