/** Rolling stocks: a list with their outlines, and the data and curves of the chosen one. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Outline } from "../parts/outline.tsx";
import { Rows } from "../parts/rows.tsx";
import {
  type LightStock,
  listStocks,
  type OpenStock,
  readStock,
  stocks,
} from "../state/records/stocks.ts";
import { explain } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { FirstStocks } from "./first_stocks.tsx";
import { StockDetail } from "./stock_detail.tsx";
import "../parts/records.css";
import "./stocks.css";

export function StocksView(): JSX.Element {
  const [chosen, setChosen] = useState<OpenStock | null>(null);
  const [words, setWords] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const tell = (error: unknown): void => setFault(explain(error));
  useEffect(() => {
    listStocks().catch(tell);
  }, []);
  const choose = (id: number): void => {
    setFault(null);
    readStock(id).then(setChosen, tell);
  };
  const listed = (stocks.value ?? []).filter(({ name }) =>
    name.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <div class="start">
      <div class="start-head">
        <h1>{TOOL_TEXTS.stocks.heading}</h1>
        <input
          type="search"
          class="search"
          aria-label={TOOL_TEXTS.stocks.search}
          placeholder={TOOL_TEXTS.stocks.search}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      {fault !== null && (
        <p class="notice failed" role="alert">
          {fault}
        </p>
      )}
      <div class="stocks">
        <section aria-label={TOOL_TEXTS.stocks.heading}>
          {stocks.value === null && fault === null && (
            <p class="quiet">{TOOL_TEXTS.start.reading}</p>
          )}
          {stocks.value?.length === 0 && <FirstStocks />}
          {(stocks.value ?? []).length > 0 && listed.length === 0 && (
            <p>{TOOL_TEXTS.stocks.none}</p>
          )}
          <Rows label={TOOL_TEXTS.stocks.heading}>
            {listed.map((stock) => (
              <li key={stock.id}>
                <StockRow
                  stock={stock}
                  is_chosen={chosen?.stock.id === stock.id}
                  onChoose={() => choose(stock.id)}
                />
              </li>
            ))}
          </Rows>
        </section>
        {chosen === null ? (
          <p class="quiet">{TOOL_TEXTS.stocks.choose}</p>
        ) : (
          <StockDetail
            key={`${chosen.stock.id} ${chosen.etag}`}
            open={chosen}
            onChange={setChosen}
            onMade={choose}
          />
        )}
      </div>
    </div>
  );
}

function StockRow({
  stock,
  is_chosen,
  onChoose,
}: {
  readonly stock: LightStock;
  readonly is_chosen: boolean;
  readonly onChoose: () => void;
}): JSX.Element {
  return (
    <button type="button" class="item stock" aria-pressed={is_chosen} onClick={onChoose}>
      <Outline stock={stock} />
      <span>
        <strong>{stock.name}</strong>
        <br />
        <small class="quiet">
          {TOOL_TEXTS.stocks.facts(Math.round(stock.max_speed * 3.6), Math.round(stock.length))}
        </small>
      </span>
    </button>
  );
}
