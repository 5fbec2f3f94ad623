/** Whether the caller may change the open timetable: asked again when something was refused, and now and then. */
import { effect, signal } from "@preact/signals";
import { api, ask } from "../api/client.ts";
import { TEXTS } from "../texts.ts";
import { doubts, session, tell } from "./session.ts";
import { open_timetable_id } from "./timetable.ts";

/** Until it is known, no. */
export const may_write = signal(false);

const WRITING = new Set(["Owner", "Writer"]);
/** The stream of events tells a lost right at the next event alone. */
const EVERY_MS = 60_000;

export function followRights(): void {
  effect(() => {
    may_write.value = open_timetable_id.value !== null && session.value?.is_open === true;
  });
  effect(() => {
    const [caller, id] = [session.value, open_timetable_id.value];
    if (caller === null || caller.is_open || id === null || doubts.value < 0) return undefined;
    const read = (): void => void readRights(id);
    const timer = setInterval(read, EVERY_MS);
    read();
    return () => clearInterval(timer);
  });
}

/** What can't be asked stays as it was. */
async function readRights(id: number): Promise<void> {
  const answers = await Promise.all([
    ask(api.GET("/authn/me")),
    ask(api.POST("/authz/me/privileges", { body: { timetable: [id] } })),
  ]).catch(() => null);
  if (answers === null || open_timetable_id.peek() !== id) return;
  const [{ builtin_roles }, { timetable: [found] = [] }] = answers;
  const could_write = may_write.peek();
  may_write.value = builtin_roles.includes("timetable:write") && WRITING.has(found?.privlvl ?? "");
  if (found?.privlvl === null) tell("failed", TEXTS.live.denied);
  else if (could_write && !may_write.peek()) tell("warning", TEXTS.move.not_any_more);
}
