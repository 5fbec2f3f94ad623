/** Content types that a body may have. */
import type { Body } from "../endpoint.ts";

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json *(?:; *charset="?utf-8"? *)?$/i;
const JSON_BODY = "application/json in UTF-8";

export function isOfType(body: Body<unknown>, type: string): boolean {
  if (body.kind !== "source" && JSON_TYPE.test(type)) return true;
  return fileTypes(body).includes(type.split(";")[0]?.trim().toLowerCase() ?? "");
}

/** Content types of files in other formats. */
function fileTypes(body: Body<unknown>): readonly string[] {
  if (body.kind === "source") return body.content_types;
  return body.kind === "bytes" ? body.others : [];
}

/** Text for refusing any other type. */
export function expectedTypes(body: Body<unknown>): string {
  return [...(body.kind === "source" ? [] : [JSON_BODY]), ...fileTypes(body)].join(", ");
}
