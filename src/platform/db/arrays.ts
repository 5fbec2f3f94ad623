/**
 * PostgreSQL's text form of arrays (documentation, "Array Input and Output Syntax"), both ways. The
 * driver guesses an array's type from its first element, which fails for empty arrays and for
 * booleans; with text, the statement's own `$1::bigint[]` decides.
 */

export type ArrayElement = string | number | boolean | null;

/** `{1,2}` or `{"a","b\"c",NULL}`. */
export function printArray(elements: readonly ArrayElement[]): string {
  return `{${elements.map(printElement).join(",")}}`;
}

function printElement(element: ArrayElement): string {
  if (element === null) return "NULL";
  if (typeof element !== "string") return String(element);
  return `"${element.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** The elements of a one-dimensional array, each converted by `convert`; NULL becomes null. */
export function parseArray<T>(text: string, convert: (element: string) => T): (T | null)[] {
  const elements: (T | null)[] = [];
  let at = 1;
  while (at < text.length - 1) {
    if (text[at] === '"') {
      const end = endOfQuoted(text, at + 1);
      const content = text.slice(at + 1, end);
      elements.push(convert(content.includes("\\") ? content.replace(/\\(.)/gs, "$1") : content));
      at = end + 2;
      continue;
    }
    const comma = text.indexOf(",", at);
    const end = comma < 0 ? text.length - 1 : comma;
    const content = text.slice(at, end);
    elements.push(content === "NULL" ? null : convert(content));
    at = end + 1;
  }
  return elements;
}

function endOfQuoted(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
