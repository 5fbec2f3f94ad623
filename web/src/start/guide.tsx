/** The first screen of an empty server: how to get data into it. */
import type { JSX } from "preact";
import { LATER } from "../later_texts.ts";
import { ImportForms } from "./import_dialog.tsx";
import { LoadSample } from "./load_sample.tsx";

export function Guide(): JSX.Element {
  return (
    <section class="guide" aria-labelledby="guide">
      <h2 id="guide">{LATER.guide.heading}</h2>
      <p>{LATER.guide.words}</p>
      <LoadSample />
      <h3>{LATER.guide.own}</h3>
      <ImportForms Heading="h4" />
    </section>
  );
}
