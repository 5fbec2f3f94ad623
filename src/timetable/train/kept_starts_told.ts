/** Exceptions that keep their own start while their occurrence moves are told beside the answer of what moves it. */
import type { Context } from "../../platform/http/endpoint.ts";
import { printReport } from "../../platform/http/exchanged_file.ts";

export function tellKeptStarts(ctx: Pick<Context, "setHeader">, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const row = {
    severity: "warning",
    code: "exception_start_kept",
    where: { element: "exception", id: keys[0] },
    message: "its own start is as before, but that of its occurrence has moved",
    count: keys.length,
  };
  ctx.setHeader("x-warnings", printReport([row]));
}
