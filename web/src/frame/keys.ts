/** Keys that mean the same everywhere but in a field. */

import { toggleInspector } from "../parts/inspector.tsx";
import { openTab, TABS, timetable_id } from "../state/address.ts";
import { opened_dialog } from "./opened_dialog.ts";

/** Returns the function that ends it. */
export function followKeys(): () => void {
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}

function press(event: KeyboardEvent): void {
  const { key, target } = event;
  const has_control = event.ctrlKey || event.metaKey;
  const is_field = target instanceof Element && target.closest("input, textarea, select, dialog");
  if (has_control && key === "k") opened_dialog.value = "palette";
  else if (has_control || event.altKey || is_field) return;
  else if (key === "/") opened_dialog.value = "palette";
  else if (key === "?") opened_dialog.value = "shortcuts";
  else if (key === "i" || key === "]") toggleInspector();
  else {
    const tab = TABS[Number(key) - 1];
    if (tab === undefined || timetable_id.peek() === null) return;
    openTab(tab);
  }
  event.preventDefault();
}
