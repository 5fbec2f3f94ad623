/** The pages of what is kept: they stand where the views do while a timetable is open. */
import type { JSX } from "preact";
import { page } from "../state/address.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

const PAGES = [
  ["start", "#/", () => TOOL_TEXTS.start.heading],
  ["projects", "#/projects", () => TOOL_TEXTS.start.projects],
  ["stocks", "#/stocks", () => TOOL_TEXTS.start.stocks],
] as const;

export function Pages(): JSX.Element {
  return (
    <nav class="views" aria-label={TOOL_TEXTS.start.pages}>
      {PAGES.map(([name, address, text]) => (
        <a
          key={name}
          class="tab button"
          href={address}
          aria-current={page.value === name ? "page" : undefined}
        >
          {text()}
        </a>
      ))}
    </nav>
  );
}
