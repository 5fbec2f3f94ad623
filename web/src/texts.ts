/** Texts of the first view and of the edits and forms beside it, in the reader's language. */
import ENGLISH from "virtual:texts/en/page";
import { inLanguage } from "./language.ts";

export const TEXTS = inLanguage(ENGLISH, "page");

/** `INTERCITY_TRAIN` → `Intercity train`; user-defined categories are not changed. */
export function nameCategory(category: string): string {
  const known: Readonly<Record<string, string>> = TEXTS.categories;
  if (Object.hasOwn(known, category)) return known[category] ?? category;
  const words = category.replaceAll("_", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
