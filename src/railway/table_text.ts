/**
 * Texts in tables for spreadsheets. Anyone can choose a name, so none may become a formula: where a cell may begin
 * (also behind what other spreadsheets take for the end of one, quoted or not) an apostrophe stands before it.
 */

/**
 * What a formula begins with, also behind blanks and a quote (which is written twice, an empty text to a spreadsheet
 * that takes a cell to begin there), and the apostrophe itself, so that guarded texts can be read back.
 */
const UNGUARDED =
  /(?<=^|[;\t\r\n])(?=[^\S\t\r\n]*"?[^\S\t\r\n]*[=+\-@|%'\uff1d\uff0b\uff0d\uff20])|^(?=[^\S\t\r\n]*[\t\r\n])/g;
const GUARDED =
  /(?<=^|[;\t\r\n])'(?=[^\S\t\r\n]*"?[^\S\t\r\n]*[=+\-@|%'\uff1d\uff0b\uff0d\uff20])|^'(?=[^\S\t\r\n]*[\t\r\n])/g;

export function guardText(text: string): string {
  return text.replace(UNGUARDED, "'");
}

/** The text that was guarded. */
export function unguardText(text: string): string {
  return text.replace(GUARDED, "");
}

/** A field of RFC 4180, in quotes where any spreadsheet could take it apart. */
export function quoteField(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
