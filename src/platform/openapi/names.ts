/** Names of operations, as in links and tests, and as in the API document. */
import type { Endpoint } from "../http/endpoint.ts";

type Operation = Pick<Endpoint, "method" | "path">;

/** `GET /timetable/:timetable_id`. */
export function keyOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** `GET /timetable/:timetable_id/conflicts` as `getTimetableByIdConflicts`. */
export function operationId({ method, path }: Operation): string {
  const words = path.split("/").map((segment) => {
    const name = segment.replace(/^:(?:.*_)?/, "by_").replaceAll(".", "_");
    return name.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
  });
  return method + words.join("");
}

/** The operation id for a key. */
export function idOfKey(key: string): string {
  const [method = "", path = ""] = key.split(" ");
  return operationId({
    method: method.toLowerCase() as Endpoint["method"],
    path: `/${path.slice(1)}`,
  });
}
