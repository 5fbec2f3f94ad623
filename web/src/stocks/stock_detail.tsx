/** The data and curves of one rolling stock, its duplicate, and a form for the fields that planners change. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { addressOf, statusOf } from "../api/client.ts";
import { NameDialog } from "../parts/dialog/name_dialog.tsx";
import { Field } from "../parts/fields.tsx";
import { useSending } from "../parts/sending.ts";
import { hasRole } from "../state/records/roles.ts";
import {
  changeStock,
  duplicateStock,
  type OpenStock,
  type Stock,
  writable_ids,
} from "../state/records/stocks.ts";
import { explain, tell } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { EffortChart } from "./effort_chart.tsx";
import { Liveries, LiveryPicture, SHOWN } from "./liveries.tsx";
import { FIELDS, readForm, type StockField } from "./stock_fields.ts";

export function StockDetail({
  open,
  onChange,
  onMade,
}: {
  readonly open: OpenStock;
  readonly onChange: (open: OpenStock) => void;
  readonly onMade: (id: number) => void;
}): JSX.Element {
  const { stock } = open;
  const shown = stock.liveries.find(({ name }) => name === SHOWN) ?? stock.liveries[0];
  const [dialog, setDialog] = useState<"duplicate" | "edit" | null>(null);
  const may_write = hasRole("rolling-stock:write");
  const may_change = may_write && writable_ids.value.has(stock.id);
  return (
    <section aria-labelledby="stock">
      <h2 id="stock">{stock.name}</h2>
      {shown !== undefined && (
        <LiveryPicture
          key={shown.id}
          livery={shown}
          label={TOOL_TEXTS.stocks.picture(stock.name)}
        />
      )}
      <p class="row">
        <button type="button" disabled={!may_write} onClick={() => setDialog("duplicate")}>
          {TOOL_TEXTS.stocks.duplicate}
        </button>
        <button
          type="button"
          disabled={!may_change || stock.locked}
          onClick={() => setDialog("edit")}
        >
          {TOOL_TEXTS.stocks.edit}
        </button>
        <a
          class="button"
          href={addressOf(`/rolling_stock/${stock.id}/export?format=railml`)}
          download={`stock_${stock.id}.railml`}
        >
          {TOOL_TEXTS.stocks.as_railml}
        </a>
        {!may_write && <span class="quiet">{TOOL_TEXTS.stocks.no_role}</span>}
        {may_write && !may_change && <span class="quiet">{TOOL_TEXTS.stocks.not_writer}</span>}
        {stock.locked && <span class="quiet">{TOOL_TEXTS.stocks.locked}</span>}
      </p>
      <div class="stock-body">
        {dialog === "edit" ? (
          <EditForm
            open={open}
            onClose={() => setDialog(null)}
            onChange={(next) => {
              tell("done", TOOL_TEXTS.stocks.stored(next.stock.name));
              onChange(next);
            }}
          />
        ) : (
          <StockData stock={stock} />
        )}
        <EffortChart stock={stock} />
      </div>
      <Liveries stock={stock} may_change={may_change && !stock.locked} onChange={onChange} />
      {dialog === "duplicate" && (
        <DuplicateDialog stock={stock} onClose={() => setDialog(null)} onMade={onMade} />
      )}
    </section>
  );
}

function DuplicateDialog({
  stock,
  onClose,
  onMade,
}: {
  readonly stock: Stock;
  readonly onClose: () => void;
  readonly onMade: (id: number) => void;
}): JSX.Element {
  return (
    <NameDialog
      heading={TOOL_TEXTS.records.copy_what(stock.name)}
      act={TOOL_TEXTS.records.make}
      name={TOOL_TEXTS.records.copy_of(stock.name).slice(0, 128)}
      onClose={onClose}
      onDone={async (name) => {
        onMade(await duplicateStock(stock, name));
        tell("done", TOOL_TEXTS.records.made(name));
      }}
    />
  );
}

function StockData({ stock }: { readonly stock: Stock }): JSX.Element {
  const { modes } = stock.effort_curves;
  const more: readonly (readonly [string, string])[] = [
    [TOOL_TEXTS.stocks.modes, Object.keys(modes).join(", ")],
    [TOOL_TEXTS.stocks.gauge, stock.loading_gauge],
    [TOOL_TEXTS.stocks.signalling, stock.supported_signaling_systems.join(", ")],
    [TOOL_TEXTS.stocks.power_class, stock.base_power_class ?? "–"],
    [TOOL_TEXTS.stocks.restrictions, Object.keys(stock.power_restrictions).join(", ") || "–"],
  ];
  return (
    <table>
      <tbody>
        {FIELDS.map((field) => (
          <tr key={field.key}>
            <th scope="row">{TOOL_TEXTS.stocks.fields[field.key]}</th>
            <td>
              {print(field, stock)} {field.unit}
            </td>
          </tr>
        ))}
        {more.map(([name, text]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** With no more digits than people write. */
function print({ read }: StockField, stock: Stock): string {
  return String(Number(read(stock).toPrecision(6)));
}

function EditForm({
  open,
  onClose,
  onChange,
}: {
  readonly open: OpenStock;
  readonly onClose: () => void;
  readonly onChange: (open: OpenStock) => void;
}): JSX.Element {
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(FIELDS.map((field) => [field.key, print(field, open.stock)])),
  );
  const [name, setName] = useState(open.stock.name);
  const { is_sending, fault, send } = useSending((error) =>
    statusOf(error) === 412 ? TOOL_TEXTS.stocks.overtaken : explain(error),
  );
  const store = async (): Promise<void> => {
    onChange(await changeStock(open, { name, ...readForm(open.stock, texts) }));
  };
  return (
    <form
      class="stock-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send(store);
      }}
    >
      <Field
        label={TOOL_TEXTS.records.new_name}
        value={name}
        maxLength={255}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      {FIELDS.map(({ key, unit }) => (
        <Field
          key={key}
          label={`${TOOL_TEXTS.stocks.fields[key]}, ${unit}`}
          inputMode="decimal"
          value={texts[key]}
          onInput={(event) => setTexts({ ...texts, [key]: event.currentTarget.value })}
        />
      ))}
      {fault !== null && (
        <p class="notice failed" role="alert">
          {fault}
        </p>
      )}
      <p class="row below">
        <button type="submit" class="main" disabled={is_sending}>
          {TOOL_TEXTS.records.store}
        </button>
        <button type="button" onClick={onClose}>
          {TOOL_TEXTS.records.cancel}
        </button>
      </p>
    </form>
  );
}
