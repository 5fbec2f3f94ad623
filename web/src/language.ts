/** The reader's language. English is always there; the texts of another language are loaded when it is chosen. */
import { signal } from "@preact/signals";
import type { PageTexts, ToolTexts } from "../../dist/texts.d.ts";

export type { Language } from "../../dist/texts.d.ts";

/** Texts of another language, by catalogue. */
export interface Translation {
  readonly page: PageTexts;
  readonly tools: ToolTexts;
}

/** Null: English. */
export const translation = signal<Translation | null>(null);

/** Letters from right to left, and marks that turn the direction. */
const TURNING = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name that is written from right to left keeps to itself: the words and numbers around it stay in their order. */
function isolate(given: unknown): unknown {
  return typeof given === "string" && TURNING.test(given) ? `\u2068${given}\u2069` : given;
}

const isolating = new WeakMap<object, unknown>();

/** A text, or texts, whose given values are isolated. */
function withIsolated(texts: unknown): unknown {
  if (texts === null || (typeof texts !== "object" && typeof texts !== "function")) return texts;
  let known = isolating.get(texts);
  if (known === undefined) {
    known =
      typeof texts === "function"
        ? (...given: readonly unknown[]): unknown => texts(...given.map(isolate))
        : Array.isArray(texts)
          ? texts.map(withIsolated)
          : Object.fromEntries(
              Object.entries(texts).map(([name, one]) => [name, withIsolated(one)] as const),
            );
    isolating.set(texts, known);
  }
  return known;
}

/** Texts in the chosen language: whatever shows one is drawn again when the language changes. */
export function inLanguage<Texts extends PageTexts | ToolTexts>(
  english: Texts,
  catalogue: keyof Translation,
): Texts {
  const rooms = Object.keys(english).map((room) => [
    room,
    {
      enumerable: true,
      get: () => {
        const texts = translation.value?.[catalogue] ?? english;
        return withIsolated((texts as Readonly<Record<string, unknown>>)[room]);
      },
    },
  ]);
  return Object.defineProperties({}, Object.fromEntries(rooms)) as Texts;
}
