/** The first screen of an empty server: how to get data into it. */
import type { JSX } from "preact";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { ImportForms } from "./import_dialog.tsx";
import { LoadSample } from "./load_sample.tsx";

export function Guide(): JSX.Element {
  return (
    <section class="guide" aria-labelledby="guide">
      <h2 id="guide">{TOOL_TEXTS.guide.heading}</h2>
      <p>{TOOL_TEXTS.guide.words}</p>
      <LoadSample />
      <h3>{TOOL_TEXTS.guide.own}</h3>
      <ImportForms Heading="h4" />
    </section>
  );
}
