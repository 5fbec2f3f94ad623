// Method: a real browser on a real server with the demo's data, behind a gateway that adds identities and a prefix;
// what the page says is compared with what the interface answers. One world for all, in the order of the file.
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { describeDays } from "./journeys/days.ts";
import { describeEditing } from "./journeys/editing.ts";
import { describeEditor } from "./journeys/editor.ts";
import { describeCopies } from "./journeys/editor_copies.ts";
import { describeGraphParts } from "./journeys/graph_parts.ts";
import { describeImporting } from "./journeys/importing.ts";
import { describeLanguages } from "./journeys/languages.ts";
import { describeLarge } from "./journeys/large.ts";
import { describeMap } from "./journeys/map.ts";
import { describeMoving } from "./journeys/moving.ts";
import { describeOthers } from "./journeys/others.ts";
import { describePaper } from "./journeys/paper.ts";
import { describeReading } from "./journeys/reading.ts";
import { describeResolving } from "./journeys/resolving.ts";
import { describeScreens } from "./journeys/screens.ts";
import { describeServices } from "./journeys/services.ts";
import { describeSeveral } from "./journeys/several.ts";
import { browser, closeStage, endVisits, openStage } from "./journeys/stage.ts";
import { describeStarting } from "./journeys/starting.ts";
import { describeToday } from "./journeys/today.ts";
import { describeTrials } from "./journeys/trials.ts";
import { describeTriedDays } from "./journeys/tried_days.ts";
import { describeTrouble } from "./journeys/trouble.ts";
import { describeWorks } from "./journeys/works.ts";
import { describeWorkspace } from "./journeys/workspace.ts";

beforeAll(openStage);
afterEach(async ({ task }) => {
  expect(await endVisits(task.result?.state === "fail")).toEqual([]);
});
afterAll(closeStage);

describe.skipIf(browser === null)("the page", () => {
  describeStarting();
  describeImporting();
  describeReading();
  describeWorkspace();
  describeMap();
  describeGraphParts();
  describePaper();
  describeSeveral();
  describeWorks();
  describeMoving();
  describeEditing();
  describeServices();
  describeDays();
  describeResolving();
  describeToday();
  describeTriedDays();
  describeScreens();
  describeLanguages();
  describeTrouble();
  describeLarge();
  describeEditor();
  describeCopies();
  describeTrials();
  // Its last one leaves a server without authorization.
  describeOthers();
});
