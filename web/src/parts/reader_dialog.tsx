/** The reader's language and time zone. */
import type { JSX } from "preact";
import { zone } from "../graph/zone.ts";
import { LANGUAGES, type Language } from "../language.ts";
import { LATER } from "../later_texts.ts";
import { chooseLanguage, chooseZone, language, listZones, ownZone } from "../state/asked/reader.ts";
import { attempt } from "../state/session.ts";
import { TEXTS } from "../texts.ts";
import { Choice } from "./choice.tsx";
import { Dialog } from "./dialog.tsx";

export function ReaderDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const own = ownZone();
  return (
    <Dialog heading={TEXTS.reader} onClose={onClose}>
      <form method="dialog" class="form">
        <Choice
          label={LATER.reader.language}
          value={language.value}
          options={Object.entries(LANGUAGES).map(([value, text]) => ({ value, text }))}
          onChange={(value) => attempt(async () => await chooseLanguage(value as Language))}
        />
        <Choice
          label={LATER.reader.zone}
          value={zone.value}
          options={listZones().map((name) => ({
            value: name,
            text: name === own ? LATER.reader.own(name) : name,
          }))}
          onChange={chooseZone}
        />
        <p class="quiet">{LATER.reader.kept}</p>
        <p class="row below">
          <button type="submit">{TEXTS.close}</button>
        </p>
      </form>
    </Dialog>
  );
}
