/**
 * Lines of CSV (RFC 4180). Texts of users that a spreadsheet would take for a formula get an apostrophe in
 * front: whoever names a train `=HYPERLINK(…)` must not act in the spreadsheet of who opens the table.
 */

const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const QUOTED = /[",\r\n]/;

/** A text of a user as a field. */
export function textField(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Fields that are printed already, as a line. */
export function joinLine(fields: readonly (string | number)[]): string {
  return `${fields.join(",")}\r\n`;
}
