/** Starts following what the state depends on: the address, the session, changes by others. */
import { effect } from "@preact/signals";
import { followHash, idOf } from "./address.ts";
import { followBaseRuns } from "./base_runs.ts";
import { followFirstState } from "./first_state.ts";
import { followLimits } from "./limits.ts";
import { followOthers } from "./live.ts";
import { followAddress } from "./loading.ts";
import { followNetwork } from "./network.ts";
import { followEditor } from "./open_form.ts";
import { followPlace } from "./open_place.ts";
import { followRights } from "./rights.ts";
import { followSelection } from "./selection.ts";
import { followSession, tellFailure } from "./session.ts";
import { followSeveral } from "./several.ts";
import { followStationTracks } from "./station_tracks.ts";
import { followStatuses } from "./statuses.ts";
import { followTrial } from "./store_trial.ts";
import { followUndoSteps } from "./undo_steps.ts";
import { followScreen, followView } from "./view.ts";

export function startState(): void {
  followHash();
  followScreen();
  followSession();
  followAddress();
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
  import("./closures_beside.ts").catch(tellFailure);
}
