/** Begins to follow what the state depends on: the address, the session, what others do. */
import { followHash } from "./address.ts";
import { followBaseRuns } from "./base_runs.ts";
import { followOthers } from "./live.ts";
import { followAddress } from "./loading.ts";
import { followNetwork } from "./network.ts";
import { followRights } from "./rights.ts";
import { followSelection } from "./selection.ts";
import { followSession } from "./session.ts";
import { followStatuses } from "./statuses.ts";
import { followUndoSteps } from "./undo_steps.ts";
import { followScreen, followView } from "./view.ts";

export function startState(): void {
  followHash();
  followScreen();
  followSession();
  followAddress();
  followSelection();
  followRights();
  followOthers();
  followNetwork();
  followStatuses();
  followBaseRuns();
  followView();
  followUndoSteps();
}
