/** Whether the caller may change the open timetable. */
import { effect, signal } from "@preact/signals";
import { api, ask } from "../api/client.ts";
import { session } from "./session.ts";
import { open_timetable_id } from "./timetable.ts";

/** Until it is known, no. */
export const may_write = signal(false);

const WRITING = new Set(["Owner", "Writer"]);

export function followRights(): void {
  effect(() => {
    const [who, id] = [session.value, open_timetable_id.value];
    may_write.value = who?.is_open === true;
    if (who === null || who.is_open || id === null) return;
    const has_role = who.user?.builtin_roles.includes("timetable:write") ?? false;
    if (has_role) void askLevel(id);
  });
}

async function askLevel(id: number): Promise<void> {
  try {
    const { timetable: levels } = await ask(
      api.POST("/authz/me/privileges", { body: { timetable: [id] } }),
    );
    may_write.value = WRITING.has(levels?.[0]?.privlvl ?? "");
  } catch {
    may_write.value = false;
  }
}
