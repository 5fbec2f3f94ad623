/** Starts following what the state depends on: the address, the session, changes by others. */
import { effect } from "@preact/signals";
import { followHash, idOf } from "../address.ts";
import { followBaseRuns } from "../asked/base_runs.ts";
import { followEditor } from "../edits/open_form.ts";
import { followSeveral } from "../edits/several.ts";
import { followTrial } from "../edits/store_trial.ts";
import { followUndoSteps } from "../edits/undo_steps.ts";
import { followFirstState } from "../first_state.ts";
import { followCalendar } from "../follow_dates.ts";
import { followOthers } from "../live.ts";
import { followAddress } from "../loading.ts";
import { followPlace } from "../open_place.ts";
import { followRights } from "../rights.ts";
import { followSelection } from "../selection.ts";
import { followSession, tellFailure } from "../session.ts";
import { followStationTracks } from "../stations/station_tracks.ts";
import { followStatuses } from "../statuses.ts";
import { followScreen, followView } from "../view.ts";
import { followLimits } from "../works/limits.ts";
import { followNetwork } from "./network.ts";

export function startState(): void {
  followHash();
  followScreen();
  followSession();
  followAddress();
  followCalendar();
  followPlace();
  followSelection();
  followRights();
  followOthers();
  followNetwork();
  followStatuses();
  followBaseRuns();
  followFirstState();
  followSeveral();
  followLimits();
  followStationTracks();
  followView();
  followUndoSteps();
  followTrial();
  followEditor();
  effect(placeClosures);
}

/** Most users choose neither works nor limits. */
function placeClosures(): void {
  if ((idOf("works") ?? idOf("limits")) === null) return;
  import("../stations/closures_beside.ts").catch(tellFailure);
}
