/** One timetable on the start page: its name, place and last change, and its actions. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { whenLoaded } from "../parts/loaded.tsx";
import { RecordMenu } from "../parts/record_acts.tsx";
import { printWhen } from "../parts/when.ts";
import { nameOfTimetable, type Place } from "../state/open_place.ts";
import { levels, refreshOverview } from "../state/records/overview.ts";
import { hasRole, isAtLeast } from "../state/records/roles.ts";
import type { Along } from "../state/records/sharing.ts";
import { copyTimetable, deleteTimetable, renameTimetable } from "../state/records/timetables.ts";
import { addressOfPlace } from "../state/records/used_networks.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { Thumbnail } from "./thumbnail.tsx";

const SharingDialog = whenLoaded(() => import("../sharing/sharing_dialog.tsx"), "SharingDialog");
const HistoryDialog = whenLoaded(() => import("../history/history_dialog.tsx"), "HistoryDialog");

export function TimetableCard({ place }: { readonly place: Place }): JSX.Element {
  const { timetable_id, train_count, modified_at, modified_by, scenario } = place;
  const name = nameOfTimetable(timetable_id, place.name ?? scenario?.name ?? null);
  const when = modified_at === null ? null : printWhen(Date.parse(modified_at), Date.now());
  return (
    <li class="card">
      <Thumbnail place={place} />
      <div class="card-text">
        {/* All of the card opens it. */}
        <a class="card-name target" href={addressOfPlace(place)}>
          {name}
        </a>
        <span class="quiet">
          {scenario === null
            ? TOOL_TEXTS.start.no_place
            : `${scenario.project.name} › ${scenario.study.name} › ${scenario.name}`}
        </span>
        <small class="quiet">
          {TOOL_TEXTS.start.trains(train_count)}
          {when !== null && ` · ${TOOL_TEXTS.start.changed(when, modified_by?.name ?? null)}`}
        </small>
      </div>
      <Acts place={place} name={name} />
    </li>
  );
}

function Acts({ place, name }: { readonly place: Place; readonly name: string }): JSX.Element {
  const { timetable_id: id, train_count, scenario } = place;
  const [dialog, setDialog] = useState<"share" | "history" | null>(null);
  const close = (): void => setDialog(null);
  const level = levels.value.get(id) ?? null;
  const may_make = hasRole("timetable:write");
  const may_write = may_make && isAtLeast(level, "Writer");
  const acts = {
    name,
    own_name: place.name ?? "",
    may_write,
    may_copy: may_make,
    may_delete: may_make && isAtLeast(level, "Owner"),
    delete_words: TOOL_TEXTS.records.delete_timetable(train_count, scenario?.name ?? null),
    rename: async (next: string) => await renameTimetable(id, next),
    copy: async (next: string) => void (await copyTimetable(id, next)),
    remove: async () => await deleteTimetable(id),
    onChange: refreshOverview,
  };
  return (
    <>
      <RecordMenu acts={acts}>
        <button type="button" onClick={() => setDialog("share")}>
          {TOOL_TEXTS.records.share}
        </button>
        <button type="button" onClick={() => setDialog("history")}>
          {TOOL_TEXTS.records.history}
        </button>
      </RecordMenu>
      {dialog === "share" && (
        <SharingDialog
          type="timetable"
          id={id}
          name={name}
          along={networkOf(place)}
          onClose={close}
        />
      )}
      {dialog === "history" && (
        <HistoryDialog id={id} name={name} may_write={may_write} onClose={close} />
      )}
    </>
  );
}

/** Null: it is not known, or the caller may not read it. */
function networkOf({ scenario }: Place): Along | null {
  const name = scenario?.infra_name ?? null;
  return scenario === null || name === null ? null : { type: "infra", id: scenario.infra_id, name };
}
