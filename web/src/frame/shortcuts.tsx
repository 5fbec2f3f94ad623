/** All keys, by where they mean something. */
import type { JSX } from "preact";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { opened_dialog } from "./opened_dialog.ts";

export function Shortcuts(): JSX.Element {
  const texts = TOOL_TEXTS.frame.keys;
  const rows: readonly (readonly [string, string])[] = [
    ["Ctrl K", TEXTS.frame.find],
    ["1 – 5", Object.values(TEXTS.tabs).join(", ")],
    ["?", TOOL_TEXTS.frame.shortcuts],
    ["i, ]", TEXTS.frame.inspector],
    ["← → ↑ ↓", texts.move],
    ["+ −", texts.zoom],
    ["0, f", TEXTS.graph.fit],
    ["z", TEXTS.graph.fit_train],
    ["n", TEXTS.graph.now],
    ["Page ↑ ↓", texts.day],
    [", .", texts.neighbour],
    ["c, C", texts.conflict],
    ["Enter, Esc", texts.store],
    ["Alt ← →", texts.shift],
    ["h, H", texts.stop],
    ["t", TEXTS.form.draw],
    ["d", TOOL_TEXTS.acts.duplicate],
    ["F2", TOOL_TEXTS.acts.rename],
    ["Delete", TOOL_TEXTS.acts.delete],
    ["m", texts.several],
    ["u, U", `${TOOL_TEXTS.editor.undo}, ${TOOL_TEXTS.editor.redo}`],
  ];
  return (
    <Dialog
      heading={TOOL_TEXTS.frame.shortcuts}
      onClose={() => {
        opened_dialog.value = null;
      }}
    >
      <form method="dialog">
        <table class="keys">
          <tbody>
            {rows.map(([key, what]) => (
              <tr key={key}>
                <th scope="row">
                  <kbd>{key}</kbd>
                </th>
                <td>{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="row below">
          <button type="submit">{TEXTS.close}</button>
        </p>
      </form>
    </Dialog>
  );
}
