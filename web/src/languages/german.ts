/** The page in German. */
import type { Later } from "../later_texts.ts";
import type { Texts } from "../texts.ts";
import { GERMAN_EDITOR } from "./german_editor.ts";
import { GERMAN_FAULTS } from "./german_faults.ts";
import { GERMAN_FORMS } from "./german_forms.ts";
import { GERMAN_FRAME } from "./german_frame.ts";
import { GERMAN_GRAPH } from "./german_graph.ts";
import { GERMAN_TRAINS } from "./german_trains.ts";
import { GERMAN_VIEWS } from "./german_views.ts";

export const GERMAN: { readonly texts: Texts; readonly later: Later } = {
  texts: { ...GERMAN_GRAPH, ...GERMAN_TRAINS },
  later: { ...GERMAN_EDITOR, ...GERMAN_FAULTS, ...GERMAN_FORMS, ...GERMAN_FRAME, ...GERMAN_VIEWS },
};
