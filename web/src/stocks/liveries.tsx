/** The liveries of a rolling stock: each with its picture, and a form for another. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { addressOf } from "../api/client.ts";
import { DeleteDialog } from "../parts/dialog/name_dialog.tsx";
import { Field } from "../parts/fields.tsx";
import { useSending } from "../parts/sending.ts";
import { addLivery, deleteLivery, PICTURE_TYPES } from "../state/records/liveries.ts";
import { type OpenStock, readStock, type Stock } from "../state/records/stocks.ts";
import { tell } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

/** The livery that clients show. */
export const SHOWN = "default";
const NAME_MAX = 255;

type Livery = Stock["liveries"][number];

export function Liveries({
  stock,
  may_change,
  onChange,
}: {
  readonly stock: Stock;
  readonly may_change: boolean;
  readonly onChange: (open: OpenStock) => void;
}): JSX.Element {
  const [leaving, setLeaving] = useState<Livery | null>(null);
  const finish = async (told: string): Promise<void> => {
    tell("done", told);
    onChange(await readStock(stock.id));
  };
  return (
    <section aria-labelledby="liveries">
      <h3 id="liveries">{TOOL_TEXTS.liveries.heading}</h3>
      <p class="quiet">
        {stock.liveries.length === 0 ? TOOL_TEXTS.liveries.none : TOOL_TEXTS.liveries.about}
      </p>
      {stock.liveries.length > 0 && (
        <ul class="cards" aria-labelledby="liveries">
          {stock.liveries.map((one) => (
            <li key={one.id} class="row livery-row">
              <LiveryPicture livery={one} label={TOOL_TEXTS.liveries.picture(one.name)} />
              <strong class="grow">{one.name}</strong>
              <button
                type="button"
                disabled={!may_change}
                aria-label={TOOL_TEXTS.liveries.delete_of(one.name)}
                onClick={() => setLeaving(one)}
              >
                {TOOL_TEXTS.records.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
      {may_change && (
        <LiveryForm
          // Resets the form when a livery is added.
          key={stock.liveries.length}
          stock={stock}
          onMade={async (name) => await finish(TOOL_TEXTS.records.made(name))}
        />
      )}
      {leaving !== null && (
        <DeleteDialog
          heading={TOOL_TEXTS.records.delete_what(leaving.name)}
          words={TOOL_TEXTS.liveries.delete_words}
          onClose={() => setLeaving(null)}
          onDone={async () => {
            await deleteLivery(stock, leaving.id);
            await finish(TOOL_TEXTS.records.deleted(leaving.name));
          }}
        />
      )}
    </section>
  );
}

/** Its document may have been deleted. */
export function LiveryPicture({
  livery: { compound_image_id },
  label,
}: {
  readonly livery: Livery;
  readonly label: string;
}): JSX.Element | null {
  const [is_missing, setMissing] = useState(false);
  if (compound_image_id === null || is_missing) return null;
  return (
    <img
      class="livery"
      src={addressOf(`/documents/${compound_image_id}`)}
      alt={label}
      onError={() => setMissing(true)}
    />
  );
}

function LiveryForm({
  stock,
  onMade,
}: {
  readonly stock: Stock;
  readonly onMade: (name: string) => Promise<void>;
}): JSX.Element {
  const has_shown = stock.liveries.some(({ name }) => name === SHOWN);
  const [name, setName] = useState(has_shown ? "" : SHOWN);
  const [files, setFiles] = useState<readonly File[]>([]);
  const { is_sending, fault, send } = useSending();
  const add = async (): Promise<void> => {
    await addLivery(stock, name, files);
    await onMade(name);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send(add);
      }}
    >
      <div class="row">
        <Field
          label={TOOL_TEXTS.liveries.name}
          value={name}
          required
          maxLength={NAME_MAX}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Field
          label={TOOL_TEXTS.liveries.files}
          type="file"
          multiple
          required
          accept={PICTURE_TYPES}
          onChange={(event) => setFiles([...(event.currentTarget.files ?? [])])}
        />
        <button type="submit" disabled={is_sending}>
          {TOOL_TEXTS.liveries.add}
        </button>
      </div>
      {fault !== null && (
        <p class="notice failed" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
