/** The reader's language. English is always there; the texts of another language are loaded when it is chosen. */
import { signal } from "@preact/signals";

/** By each language's own name. */
export const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

/** The same texts in another language: a missing or surplus one is a type error. */
export type Like<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string
    ? string
    : Texts[Name] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Like<Texts[Name]>;
};

/** `texts` are those of the first view, `later` those that are loaded when needed. */
export interface Translation {
  readonly texts: object;
  readonly later: object;
}

/** Null: English. */
export const translation = signal<Translation | null>(null);

/** Texts in the chosen language: whatever shows one is drawn again when the language changes. */
export function inLanguage<Texts extends object>(
  english: Texts,
  part: keyof Translation,
): Like<Texts> {
  const rooms = Object.keys(english).map((room) => [
    room,
    {
      enumerable: true,
      get: () => {
        const texts = (translation.value?.[part] ?? english) as Readonly<Record<string, unknown>>;
        return texts[room];
      },
    },
  ]);
  return Object.defineProperties({}, Object.fromEntries(rooms)) as Like<Texts>;
}
