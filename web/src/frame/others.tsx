/** Who else is in the timetable, by initials. */
import type { JSX } from "preact";
import { watchers } from "../state/connection.ts";
import { session } from "../state/session.ts";
import { TEXTS } from "../texts.ts";

/** Of those who are in this timetable too; the others are a number. */
const FACES_MAX = 3;

export function Others(): JSX.Element | null {
  const { users, count } = watchers.value;
  const others = users.filter(({ id }) => id !== session.value?.user?.id);
  if (others.length === 0) return null;
  const more = count - 1 - Math.min(FACES_MAX, others.length);
  const text = TEXTS.frame.others(others.map(({ name }) => name).join(", "));
  return (
    <span class="faces" role="img" aria-label={text} title={text}>
      {others.slice(0, FACES_MAX).map(({ id, name }) => (
        <span key={id} class="face">
          {initialsOf(name)}
        </span>
      ))}
      {more > 0 && <span class="face">+{more}</span>}
    </span>
  );
}

/** `AK` of Ada King, `PL` of planner. */
function initialsOf(name: string): string {
  const words = [...name.matchAll(/(?<!\S)(\S)(\S?)/gu)];
  const letters = words.slice(0, 2).map(([both, first]) => (words.length > 1 ? first : both));
  return letters.join("").toUpperCase();
}
