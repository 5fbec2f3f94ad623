/** Who changed what and when; undoes a change where that is still possible. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { statusOf } from "../api/client.ts";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { DifferenceTable } from "../parts/difference_table.tsx";
import { useSending } from "../parts/sending.ts";
import { printWhen } from "../parts/when.ts";
import type { Form } from "../state/edits/edit.ts";
import { tellDifferences } from "../state/edits/record_values.ts";
import {
  type ChangedTrain,
  type HistoryEntry,
  readHistory,
  readValues,
  takeBack,
} from "../state/history.ts";
import { explain, tell } from "../state/session.ts";
import { nameOfTrain } from "../state/timetable.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
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
    statusOf(error) === 412 ? TOOL_TEXTS.history.overtaken : explain(error),
  );
  const read = async (): Promise<void> => setEntries(await readHistory(id, train_id));
  useEffect(() => void send(read), [id, train_id]);
  const undo = async (entry: HistoryEntry): Promise<void> => {
    try {
      await takeBack(id, entry.id);
      tell("done", TOOL_TEXTS.history.taken_back(describe(entry)));
    } finally {
      await read();
    }
  };
  return (
    <Dialog heading={TOOL_TEXTS.history.heading(name)} onClose={onClose}>
      {fault !== null && (
        <p class="notice failed" role="alert">
          {fault}
        </p>
      )}
      {entries?.length === 0 && <p>{TOOL_TEXTS.history.none}</p>}
      {entries !== null && entries.length > 0 && (
        <Entries
          entries={entries}
          read={async (entry) => await readValues(id, entry.id, train_id)}
          is_sending={is_sending}
          onUndo={may_write ? (entry) => void send(async () => await undo(entry)) : null}
        />
      )}
      {!may_write && <p class="quiet">{TOOL_TEXTS.records.not_writer}</p>}
      <form method="dialog" class="row below">
        <button type="submit">{TEXTS.close}</button>
      </form>
    </Dialog>
  );
}

function Entries({
  entries,
  read,
  is_sending,
  onUndo,
}: {
  readonly entries: readonly HistoryEntry[];
  readonly read: (entry: HistoryEntry) => Promise<readonly ChangedTrain[]>;
  readonly is_sending: boolean;
  /** Null: the caller may not undo. */
  readonly onUndo: ((entry: HistoryEntry) => void) | null;
}): JSX.Element {
  return (
    <table class="data">
      <thead>
        <tr>
          <th scope="col">{TOOL_TEXTS.history.when}</th>
          <th scope="col">{TOOL_TEXTS.history.who}</th>
          <th scope="col">{TOOL_TEXTS.history.what}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td class="nowrap" title={entry.modified_at ?? ""}>
              {printWhen(Date.parse(entry.modified_at ?? ""), Date.now())}
            </td>
            <td class="who">{entry.modified_by?.name ?? TOOL_TEXTS.history.nobody}</td>
            <td>
              {describe(entry)}
              <Values entry={entry} read={read} />
            </td>
            <td>
              {onUndo !== null && (
                <button
                  type="button"
                  disabled={is_sending}
                  aria-label={TOOL_TEXTS.history.take_back_what(describe(entry))}
                  onClick={() => onUndo(entry)}
                >
                  {TOOL_TEXTS.history.take_back}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Read when it is opened. */
function Values({
  entry,
  read,
}: {
  readonly entry: HistoryEntry;
  readonly read: (entry: HistoryEntry) => Promise<readonly ChangedTrain[]>;
}): JSX.Element {
  const [trains, setTrains] = useState<readonly ChangedTrain[] | null>(null);
  const { fault, send } = useSending(explain);
  return (
    <details
      onToggle={({ currentTarget: { open } }) => {
        if (open && trains === null) void send(async () => setTrains(await read(entry)));
      }}
    >
      <summary aria-label={TOOL_TEXTS.history.values_of(describe(entry))}>
        {TOOL_TEXTS.history.values}
      </summary>
      {fault !== null && <p class="notice failed">{fault}</p>}
      {trains?.map((one) => (
        <TrainValues key={one.id} train={one} />
      ))}
      {trains !== null && trains.length < entry.train_count && (
        <p class="quiet">{TOOL_TEXTS.edits.more(entry.train_count - trains.length)}</p>
      )}
    </details>
  );
}

/** What a record has that is made or deleted is told against an empty one. */
function TrainValues({ train }: { readonly train: ChangedTrain }): JSX.Element {
  const [before, after] = [train.before, train.after] as readonly (Form | null)[];
  const known = after ?? before ?? null;
  if (known === null) return <></>;
  const empty = { start_time: known.start_time, path: [], schedule: [] } as unknown as Form;
  const told = tellDifferences(before ?? empty, after ?? empty);
  return (
    <>
      <p>
        <strong>{nameOfTrain({ id: train.id, train_name: known.train_name })}</strong>
      </p>
      <DifferenceTable told={told} />
    </>
  );
}

const NAMED_MAX = 5;

/** `changed 4501, 4503 and 12 trains`. */
function describe({ act, kind, train_count, trains }: HistoryEntry): string {
  const names = trains.slice(0, NAMED_MAX).map(({ train_name }) => train_name ?? "");
  const known = names.filter((name) => name.trim() !== "");
  const rest = train_count - known.length;
  return TOOL_TEXTS.history.acts[act](TOOL_TEXTS.history.trains(known.join(", "), rest, kind));
}
