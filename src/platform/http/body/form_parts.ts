/**
 * The parts of a `multipart/form-data` body (RFC 7578), each a view of the body's bytes. Node's own
 * reader refuses boundaries shorter than 27 characters, which the standard allows and scripts send.
 */
export interface FormPart {
  readonly name: string;
  /** Null for a plain field. */
  readonly file_name: string | null;
  readonly bytes: Uint8Array;
}

const FORM_TYPE = /^multipart\/form-data *(?:;|$)/i;
const BOUNDARY = /; *boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})) *(?:;|$)/i;
const LINE_END = "\r\n";
const HEAD_END = "\r\n\r\n";
/** Room for a name of 255 characters (three bytes each, each byte escaped as three) and the part's other headers. */
const HEAD_BYTES_MAX = 8 * 1024;

/** Null if the body is not a complete form, or has too many parts. */
export function readFormParts(
  content_type: string,
  bytes: Uint8Array,
  count_max: number,
): FormPart[] | null {
  const found = FORM_TYPE.test(content_type) ? BOUNDARY.exec(content_type) : null;
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) return null;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = `${LINE_END}--${boundary}`;
  // The first delimiter need not follow a line end.
  const first = body.indexOf(`--${boundary}`, 0, "latin1");
  if (first !== 0 && (first < 2 || body.toString("latin1", first - 2, first) !== LINE_END))
    return null;
  const parts: FormPart[] = [];
  let at = first + delimiter.length - LINE_END.length;
  while (body.toString("latin1", at, at + 2) !== "--") {
    const end = body.indexOf(delimiter, at, "latin1");
    if (end < 0 || parts.length === count_max) return null;
    const part = readPart(body.subarray(at, end));
    if (part === null) return null;
    parts.push(part);
    at = end + delimiter.length;
  }
  return parts;
}

/** Reads the bytes between two delimiters. */
function readPart(given: Buffer): FormPart | null {
  const head_end = given.subarray(0, HEAD_BYTES_MAX).indexOf(HEAD_END, 0, "latin1");
  if (head_end < 0) return null;
  const lines = given.toString("utf8", 0, head_end).split(LINE_END);
  const said = lines.find((line) => /^content-disposition *:/i.test(line));
  if (said === undefined || !/: *form-data *(?:;|$)/i.test(said)) return null;
  const name = readParameter(said, "name");
  if (name === null) return null;
  return {
    name,
    file_name: readParameter(said, "filename"),
    bytes: given.subarray(head_end + HEAD_END.length),
  };
}

/** Browsers escape a quotation mark as %22 and line ends as %0D and %0A; other clients use a backslash. */
function readParameter(line: string, name: string): string | null {
  const found = new RegExp(`; *${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, "i").exec(line);
  const written = found?.[1] ?? found?.[2];
  if (written === undefined) return null;
  const MARKS: Readonly<Record<string, string>> = { "%22": '"', "%0D": "\r", "%0A": "\n" };
  return written
    .replace(/\\(["\\])/g, "$1")
    .replace(/%(?:22|0D|0A)/g, (escaped) => MARKS[escaped] ?? escaped);
}
