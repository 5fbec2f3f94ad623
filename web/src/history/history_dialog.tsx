/** Who changed what and when; undoes a change where that is still possible. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { statusOf } from "../api/client.ts";
import { LATER } from "../later_texts.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useSending } from "../parts/sending.ts";
import { printWhen } from "../parts/when.ts";
import { type HistoryEntry, readHistory, takeBack } from "../state/history.ts";
import { explain, tell } from "../state/session.ts";
import { TEXTS } from "../texts.ts";
import "../parts/records.css";

export function HistoryDialog({
  id,
  train_id = null,
  name,
  may_write,
  onClose,
}: {
  /** Id of the timetable. */
  readonly id: number;
  /** Null: the history of all its trains. */
  readonly train_id?: number | null;
  readonly name: string;
  readonly may_write: boolean;
  readonly onClose: () => void;
}): JSX.Element {
  const [entries, setEntries] = useState<readonly HistoryEntry[] | null>(null);
  const { is_sending, fault, send } = useSending((error) =>
    statusOf(error) === 412 ? LATER.history.overtaken : explain(error),
  );
  const read = async (): Promise<void> => setEntries(await readHistory(id, train_id));
  useEffect(() => void send(read), [id, train_id]);
  const undo = async (entry: HistoryEntry): Promise<void> => {
    try {
      await takeBack(id, entry.id);
      tell("done", LATER.history.taken_back(describe(entry)));
    } finally {
      await read();
    }
  };
  return (
    <Dialog heading={LATER.history.heading(name)} onClose={onClose}>
      {fault !== null && (
        <p class="notice failed" role="alert">
          {fault}
        </p>
      )}
      {entries?.length === 0 && <p>{LATER.history.none}</p>}
      {entries !== null && entries.length > 0 && (
        <Entries
          entries={entries}
          is_sending={is_sending}
          onUndo={may_write ? (entry) => void send(async () => await undo(entry)) : null}
        />
      )}
      {!may_write && <p class="quiet">{LATER.records.not_writer}</p>}
      <form method="dialog" class="row below">
        <button type="submit">{TEXTS.close}</button>
      </form>
    </Dialog>
  );
}

function Entries({
  entries,
  is_sending,
  onUndo,
}: {
  readonly entries: readonly HistoryEntry[];
  readonly is_sending: boolean;
  /** Null: the caller may not undo. */
  readonly onUndo: ((entry: HistoryEntry) => void) | null;
}): JSX.Element {
  return (
    <table class="data">
      <thead>
        <tr>
          <th scope="col">{LATER.history.when}</th>
          <th scope="col">{LATER.history.who}</th>
          <th scope="col">{LATER.history.what}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td class="nowrap" title={entry.modified_at ?? ""}>
              {printWhen(Date.parse(entry.modified_at ?? ""), Date.now())}
            </td>
            <td>{entry.modified_by?.name ?? LATER.history.nobody}</td>
            <td>{describe(entry)}</td>
            <td>
              {onUndo !== null && (
                <button
                  type="button"
                  disabled={is_sending}
                  aria-label={LATER.history.take_back_what(describe(entry))}
                  onClick={() => onUndo(entry)}
                >
                  {LATER.history.take_back}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NAMED_MAX = 5;

/** `changed 4501, 4503 and 12 trains`. */
function describe({ act, kind, train_count, trains }: HistoryEntry): string {
  const names = trains.slice(0, NAMED_MAX).map(({ train_name }) => train_name ?? "");
  const known = names.filter((name) => name.trim() !== "");
  const rest = train_count - known.length;
  return LATER.history.acts[act](LATER.history.trains(known.join(", "), rest, kind));
}
