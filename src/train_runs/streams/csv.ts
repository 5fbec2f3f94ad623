/**
 * Lines of CSV (RFC 4180). User texts that a spreadsheet would read as a formula get an apostrophe
 * in front: a train named `=HYPERLINK(…)` must not run in the spreadsheet that opens the table.
 */

const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const QUOTED = /[",\r\n]/;

/** A user's text as a field. */
export function textField(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Printed fields as a line. */
export function joinLine(fields: readonly (string | number)[]): string {
  return `${fields.join(",")}\r\n`;
}
