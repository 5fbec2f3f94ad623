/** The reader's choices, stored by the browser: the language, and the time zone where no railway's clock counts. */

import LANGUAGES from "virtual:languages";
import { signal } from "@preact/signals";
import { addressOf } from "../../api/client.ts";
import { locale, zone } from "../../graph/zone.ts";
import { type Language, translation } from "../../language.ts";

export const language = signal<Language>("en");
/** Of timetables without a period. */
export const reader_zone = signal("UTC");

interface Kept {
  readonly language?: string;
  readonly zone?: string;
}

const keyOf = (): string => `${addressOf("/")} reader`;

/** The last choice, else the browser's settings. If its texts can't be loaded, the language is English. */
export async function openReader(): Promise<void> {
  const kept = readKept();
  zone.value = reader_zone.value = isZone(kept.zone) ? kept.zone : ownZone();
  const wanted = readLanguage(kept.language) ?? ownLanguage();
  await speak(wanted).catch(async () => await speak("en"));
}

/** Throws what prevented the texts from being loaded. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  await speak(wanted);
  keep();
}

export function chooseZone(name: string): void {
  if (!isZone(name)) return;
  reader_zone.value = name;
  keep();
}

/** The browser's own zone and UTC first. */
export function listZones(): readonly string[] {
  return [...new Set([ownZone(), "UTC", reader_zone.value, ...Intl.supportedValuesOf("timeZone")])];
}

export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

async function speak(wanted: Language): Promise<void> {
  const { load, locale: usual } = LANGUAGES[wanted];
  translation.value = load === undefined ? null : (await load()).default;
  language.value = wanted;
  const own = navigator.languages.filter((one) => readLanguage(one) === wanted);
  locale.value = own.find(isLocale) ?? usual;
  document.documentElement.lang = wanted;
}

/** The first of the browser's languages that the page has. */
function ownLanguage(): Language {
  return navigator.languages.map(readLanguage).find((one) => one !== null) ?? "en";
}

/** A browser of a system without settings has tags that no format takes: `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** `fr` of `fr-CH`. */
function readLanguage(tag: string | undefined): Language | null {
  const name = tag?.split(/[-_@.]/)[0]?.toLowerCase() ?? "";
  return Object.hasOwn(LANGUAGES, name) ? (name as Language) : null;
}

export function isZone(name: string | undefined): name is string {
  if (name === undefined) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** A browser may refuse to store anything, and what is stored may be anything. */
function readKept(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? "{}");
    const texts = Object.entries(found ?? {}).filter(([, value]) => typeof value === "string");
    return Object.fromEntries(texts) as Kept;
  } catch {
    return {};
  }
}

function keep(): void {
  const kept: Kept = { language: language.peek(), zone: reader_zone.peek() };
  try {
    localStorage.setItem(keyOf(), JSON.stringify(kept));
  } catch {
    // It holds until the page is left.
  }
}
