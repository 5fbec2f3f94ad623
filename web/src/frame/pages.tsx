/** The pages of what is kept: they stand where the views do while a timetable is open. */
import type { JSX } from "preact";
import { Strokes } from "../parts/icon.tsx";
import { page } from "../state/address.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

const PAGES = [
  ["start", "#/", () => TOOL_TEXTS.start.heading, "M2 13.5h12M2 2.5h12M3 13 7 3m2 10 4-10"],
  ["projects", "#/projects", () => TOOL_TEXTS.start.projects, "M2 4h4.5L8 6h6v7.5H2Z"],
  [
    "stocks",
    "#/stocks",
    () => TOOL_TEXTS.start.stocks,
    "M2.5 4h11v7h-11Zm0 3.5h11M5 13.5h.01m5.99 0h.01",
  ],
] as const;

export function Pages(): JSX.Element {
  return (
    <nav class="views" aria-label={TOOL_TEXTS.start.pages}>
      {PAGES.map(([name, address, text, path]) => (
        <a
          key={name}
          class="tab button"
          href={address}
          title={text()}
          aria-current={page.value === name ? "page" : undefined}
        >
          <Strokes path={path} />
          <span>{text()}</span>
        </a>
      ))}
    </nav>
  );
}
