/** Texts of the tools that are opened from the first view, loaded with them: forms, map, editor, lists. */
import ENGLISH from "virtual:texts/en/tools";
import { inLanguage } from "./language.ts";

export const TOOL_TEXTS = inLanguage(ENGLISH, "tools");
