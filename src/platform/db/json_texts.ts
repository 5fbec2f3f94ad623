/**
 * Many JSON texts as one parameter: joined by a control character that no printed JSON contains
 * (JSON.stringify escapes it), cut again by `string_to_array($n, E'\x1e')`. As a text array each of
 * their quotes would be escaped: 150 ms for 1,000 trains on the main thread, against 1 ms.
 */
const RECORD_SEPARATOR = "\u001e";

/** No texts give the empty text, which PostgreSQL cuts into no texts. */
export function joinJsonTexts(texts: readonly string[]): string {
  return texts.join(RECORD_SEPARATOR);
}
