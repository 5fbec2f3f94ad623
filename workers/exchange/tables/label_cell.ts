/**
 * Labels in one cell: `;` between them, one within a label is doubled. Blanks around them are none of theirs, so a label
 * with blanks at its ends is in quotes, as is an empty one and one that begins with a quote.
 */

export function joinLabels(labels: readonly string[]): string {
  return labels.map((label) => quote(label).replaceAll(";", ";;")).join("; ");
}

export function splitLabels(text: string): string[] {
  return text
    .replaceAll(";;", "\0")
    .split(";")
    .map((label) => label.replaceAll("\0", ";").trim())
    .filter((label) => label !== "")
    .map(unquote);
}

function quote(label: string): string {
  const is_plain = label !== "" && label.trim() === label && !label.startsWith('"');
  return is_plain ? label : `"${label.replaceAll('"', '""')}"`;
}

function unquote(text: string): string {
  const is_quoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  return is_quoted ? text.slice(1, -1).replaceAll('""', '"') : text;
}
