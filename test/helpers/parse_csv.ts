/** A reader of RFC 4180, character by character, that shares no code with the writer. */

/** The fields of each line. Throws on a misplaced quote. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let state: "start" | "plain" | "quoted" | "after_quote" = "start";
  const endField = (): void => {
    row.push(field);
    field = "";
    state = "start";
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? "";
    if (state === "quoted") {
      if (c === '"') state = "after_quote";
      else field += c;
    } else if (c === '"' && state === "start") state = "quoted";
    else if (c === '"' && state === "after_quote") {
      field += c;
      state = "quoted";
    } else if (c === '"') throw new Error(`a quote within a field at ${i}`);
    else if (c === ",") endField();
    else if (c === "\r" && text[i + 1] === "\n") {
      endField();
      rows.push(row);
      row = [];
      i++;
    } else if (state === "after_quote") throw new Error(`text after a quoted field at ${i}`);
    else {
      field += c;
      state = "plain";
    }
  }
  if (row.length > 0 || field !== "" || state !== "start") throw new Error("the last line is cut");
  return rows;
}

/** One record a line, by the names of the header. */
export function parseCsvRecords(text: string): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(text);
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(`a line of ${row.length} fields`);
    return Object.fromEntries(header.map((name, i) => [name, row[i] ?? ""]));
  });
}
