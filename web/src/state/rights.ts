/** Whether the caller may change the open timetable: asked again after a refusal, and at intervals. */
import { effect, signal } from "@preact/signals";
import { api, ask } from "../api/client.ts";
import { TEXTS } from "../texts.ts";
import { doubts, session, tell } from "./session.ts";
import { open_timetable_id } from "./timetable.ts";

/** False until it is known. */
export const may_write = signal(false);
/** Whether it may report and decide on the running day. */
export const may_operate = signal(false);

const WRITING = new Set(["Owner", "Writer"]);
/** The event stream reports a lost right only at the next event. */
const EVERY_MS = 60_000;

export function followRights(): void {
  effect(() => {
    may_operate.value = may_write.value =
      open_timetable_id.value !== null && session.value?.is_open === true;
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

/** If the request fails, the last answer stands. */
async function readRights(id: number): Promise<void> {
  const answers = await Promise.all([
    ask(api.GET("/authn/me")),
    ask(api.POST("/authz/me/privileges", { body: { timetable: [id] } })),
  ]).catch(() => null);
  if (answers === null || open_timetable_id.peek() !== id) return;
  const [{ builtin_roles }, { timetable: [found] = [] }] = answers;
  const could_write = may_write.peek();
  const is_writer = WRITING.has(found?.privlvl ?? "");
  may_write.value = is_writer && builtin_roles.includes("timetable:write");
  may_operate.value = is_writer && builtin_roles.includes("operation:write");
  if (found?.privlvl === null) tell("failed", TEXTS.live.denied);
  else if (could_write && !may_write.peek()) tell("warning", TEXTS.move.not_any_more);
}
