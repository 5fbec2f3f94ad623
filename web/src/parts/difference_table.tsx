/** Fields with their old and new values. */
import type { JSX } from "preact";
import { TOOL_TEXTS } from "../tool_texts.ts";

export function DifferenceTable({
  told,
}: {
  readonly told: readonly {
    readonly field: string;
    readonly old: string;
    readonly new: string;
  }[];
}): JSX.Element {
  return (
    <table class="data">
      <thead>
        <tr>
          <th scope="col">{TOOL_TEXTS.columns.field}</th>
          <th scope="col">{TOOL_TEXTS.history.old}</th>
          <th scope="col">{TOOL_TEXTS.history.new}</th>
        </tr>
      </thead>
      <tbody>
        {told.map((one, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one name
          <tr key={i}>
            <th scope="row">{one.field}</th>
            <td>{one.old}</td>
            <td>{one.new}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
