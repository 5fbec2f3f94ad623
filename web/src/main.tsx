/** The page's start. */
import { render } from "preact";
import { App } from "./app.tsx";
import { followBaseRuns } from "./state/base_runs.ts";
import { followOthers } from "./state/live.ts";
import { followAddress } from "./state/loading.ts";
import { followNetwork } from "./state/network.ts";
import { followRights } from "./state/rights.ts";
import { followSelection } from "./state/selection.ts";
import { loadSession } from "./state/session.ts";
import { followStatuses } from "./state/statuses.ts";
import { followUndoSteps } from "./state/undo_steps.ts";
import { followView } from "./state/view.ts";
import "./style.css";

void loadSession();
followAddress();
followSelection();
followRights();
followOthers();
followNetwork();
followStatuses();
followBaseRuns();
followView();
followUndoSteps();

const page = document.getElementById("page");
if (page !== null) render(<App />, page);
