/** The reader's language and time zone. */

import LANGUAGES from "virtual:languages";
import type { JSX } from "preact";
import { zone } from "../graph/zone.ts";
import type { Language } from "../language.ts";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog/dialog.tsx";
import {
  chooseLanguage,
  chooseZone,
  language,
  listZones,
  ownZone,
  reader_zone,
} from "../state/asked/reader.ts";
import { calendar } from "../state/dates.ts";
import { attempt } from "../state/session.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export function ReaderDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const own = ownZone();
  return (
    <Dialog heading={TEXTS.reader} onClose={onClose}>
      <form method="dialog" class="form">
        <Choice
          label={TOOL_TEXTS.reader.language}
          value={language.value}
          options={Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, text: name }))}
          onChange={(value) => attempt(async () => await chooseLanguage(value as Language))}
        />
        <Choice
          label={TOOL_TEXTS.reader.zone}
          value={reader_zone.value}
          options={listZones().map((name) => ({
            value: name,
            text: name === own ? TOOL_TEXTS.reader.own(name) : name,
          }))}
          onChange={chooseZone}
        />
        {calendar.value !== null && <p>{TOOL_TEXTS.reader.of_period(zone.value)}</p>}
        <p class="quiet">{TOOL_TEXTS.reader.kept}</p>
        <p class="row below">
          <button type="submit">{TEXTS.close}</button>
        </p>
      </form>
    </Dialog>
  );
}
