/** Fields of a train's record besides its places: name, stock, category, how it is computed. */
import type { JSX } from "preact";
import { COMFORTS, MAIN_CATEGORIES } from "../../../src/railway/train_defaults.ts";
import { Choice } from "../parts/choice.tsx";
import { CheckField } from "../parts/fields.tsx";
import { MomentField } from "../parts/moment_field.tsx";
import { Outline } from "../parts/outline.tsx";
import { type Pick, Picker } from "../parts/picker.tsx";
import { type Form, isService, shiftForm } from "../state/edits/edit.ts";
import { categoryOfStock } from "../state/edits/new_train.ts";
import { changeEdited } from "../state/edits/open_form.ts";
import { choices } from "../state/setting.ts";
import { categoryOf } from "../state/timetable.ts";
import { nameCategory, TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { NumberField, TextField } from "./inputs.tsx";
import { NumberingFields } from "./numbering_fields.tsx";
import { offers } from "./offers.ts";

type MainCategory = (typeof MAIN_CATEGORIES)[number];
const DISTRIBUTIONS = ["MARECO", "LINEAR"] as const;

const KMH_IN_M_S = 3.6;

/** Name, stock and start: the required fields. */
export function MainFields({ form }: { readonly form: Form }): JSX.Element {
  return (
    <>
      <TextField
        label={TOOL_TEXTS.train_fields.train_name}
        value={form.train_name}
        onChange={(train_name) => changeEdited((one) => ({ ...one, train_name }))}
      />
      <StockField form={form} />
      <MomentField
        label={TOOL_TEXTS.move.start}
        time_ms={Date.parse(form.start_time)}
        onChange={(time_ms) =>
          changeEdited((one) => shiftForm(one, time_ms - Date.parse(one.start_time)))
        }
      />
    </>
  );
}

/** A train with its stock's main category gets that of the new stock. */
function StockField({ form }: { readonly form: Form }): JSX.Element {
  const name = form.rolling_stock_name;
  return (
    <Picker
      label={TOOL_TEXTS.train_fields.rolling_stock_name}
      chosen={name === "" ? null : { id: name, name }}
      find={findStocks}
      onChange={({ id }) =>
        changeEdited((one) => {
          const usual = categoryOfStock(one.rolling_stock_name);
          const is_usual = JSON.stringify(usual) === JSON.stringify(one.category);
          const category = is_usual ? categoryOfStock(id) : one.category;
          return { ...one, rolling_stock_name: id, category };
        })
      }
    />
  );
}

const FOUND_MAX = 50;

/** With what distinguishes stocks: length, mass, highest speed. */
function findStocks(text: string): readonly Pick[] {
  const words = text.toLowerCase().split(/\s+/);
  return (choices.peek()?.stocks ?? [])
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .slice(0, FOUND_MAX)
    .map((stock) => ({
      id: stock.name,
      name: stock.name,
      picture: <Outline stock={stock} />,
      hint: TOOL_TEXTS.form.stock(
        String(Math.round(stock.length)),
        String(Math.round(stock.mass / 1000)),
        String(Math.round(stock.max_speed * KMH_IN_M_S)),
      ),
    }));
}

/** Fields that describe the train. */
export function KindFields({ form }: { readonly form: Form }): JSX.Element {
  return (
    <>
      {isService(form) && (
        <NumberingFields
          form={form}
          onChange={(made) => changeEdited((one) => (isService(one) ? made(one) : one))}
        />
      )}
      <Choice
        label={TOOL_TEXTS.train_fields.category}
        value={categoryOf(form)}
        options={listCategories(form)}
        onChange={(value) => changeEdited((one) => ({ ...one, category: readCategory(value) }))}
      />
      <TextField
        label={TOOL_TEXTS.form.labels}
        value={form.labels.join(", ")}
        onChange={(text) => changeEdited((one) => ({ ...one, labels: splitLabels(text) }))}
      />
      <Choice
        label={TOOL_TEXTS.train_fields.speed_limit_tag}
        value={form.speed_limit_tag ?? ""}
        options={withNone([...new Set([...offers.value.tags, form.speed_limit_tag ?? ""])])}
        onChange={(tag) =>
          changeEdited((one) => ({ ...one, speed_limit_tag: tag === "" ? null : tag }))
        }
      />
      <Choice
        label={TOOL_TEXTS.train_fields.comfort}
        value={form.comfort}
        options={COMFORTS.map((value) => ({ value, text: nameCategory(value) }))}
        onChange={(value) => {
          const comfort = COMFORTS.find((one) => one === value);
          if (comfort !== undefined) changeEdited((one) => ({ ...one, comfort }));
        }}
      />
    </>
  );
}

function splitLabels(text: string): string[] {
  return [...new Set(text.split(",").map((label) => label.trim()))].filter((label) => label !== "");
}

function withNone(values: readonly string[]) {
  const named = values.filter((value) => value !== "").map((value) => ({ value, text: value }));
  return [{ value: "", text: TEXTS.setting.none }, ...named];
}

function listCategories(form: Form) {
  const own = [...new Set([...offers.value.categories, categoryOf(form)])].filter(
    (code) => code !== "" && MAIN_CATEGORIES.every((one) => one !== code),
  );
  return [
    { value: "", text: TEXTS.setting.none },
    ...MAIN_CATEGORIES.map((value) => ({ value, text: nameCategory(value) })),
    ...own.map((value) => ({ value, text: value })),
  ];
}

function readCategory(value: string): Form["category"] {
  if (value === "") return null;
  const main_category: MainCategory | undefined = MAIN_CATEGORIES.find((one) => one === value);
  return main_category === undefined ? { sub_category_code: value } : { main_category };
}

/** Fields for computing the run. */
export function RunFields({ form }: { readonly form: Form }): JSX.Element {
  const distribution = form.constraint_distribution === "LINEAR" ? "LINEAR" : "MARECO";
  return (
    <>
      <Choice
        label={TOOL_TEXTS.train_fields.constraint_distribution}
        value={distribution}
        options={DISTRIBUTIONS.map((value) => ({
          value,
          text: TOOL_TEXTS.form.distributions[value],
        }))}
        onChange={(value) => {
          const chosen = DISTRIBUTIONS.find((one) => one === value);
          if (chosen !== undefined)
            changeEdited((one) => ({ ...one, constraint_distribution: chosen }));
        }}
      />
      <NumberField
        label={TOOL_TEXTS.form.initial_speed}
        value={Math.round(form.initial_speed * KMH_IN_M_S * 10) / 10}
        step="any"
        onChange={(kmh) => changeEdited((one) => ({ ...one, initial_speed: kmh / KMH_IN_M_S }))}
      />
      <CheckField
        label={TOOL_TEXTS.form.profiles}
        is_on={form.options.use_electrical_profiles}
        onChange={(use_electrical_profiles) =>
          changeEdited((one) => ({ ...one, options: { use_electrical_profiles } }))
        }
      />
    </>
  );
}
