/** The reader's language. English is always there; the texts of another one are loaded when it is chosen. */
import { signal } from "@preact/signals";

/** As each calls itself. */
export const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

/** The same texts in other words: what is missing, or one too many, is a fault of types. */
export type Like<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string
    ? string
    : Texts[Name] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Like<Texts[Name]>;
};

/** `texts` are those of the first view, `later` those of what is loaded when it is opened. */
export interface Translation {
  readonly texts: object;
  readonly later: object;
}

/** Null: English. */
export const translation = signal<Translation | null>(null);

/** Texts in the language that is chosen: what shows one of them is drawn anew when that changes. */
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
