/** The page in French. */
import type { Later } from "../later_texts.ts";
import type { Texts } from "../texts.ts";
import { FRENCH_EDITOR } from "./french_editor.ts";
import { FRENCH_FAULTS } from "./french_faults.ts";
import { FRENCH_FORMS } from "./french_forms.ts";
import { FRENCH_FRAME } from "./french_frame.ts";
import { FRENCH_GRAPH } from "./french_graph.ts";
import { FRENCH_TRAINS } from "./french_trains.ts";
import { FRENCH_VIEWS } from "./french_views.ts";

export const FRENCH: { readonly texts: Texts; readonly later: Later } = {
  texts: { ...FRENCH_GRAPH, ...FRENCH_TRAINS },
  later: { ...FRENCH_EDITOR, ...FRENCH_FAULTS, ...FRENCH_FORMS, ...FRENCH_FRAME, ...FRENCH_VIEWS },
};
