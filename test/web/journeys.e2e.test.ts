// Method: a real browser on a real server with the demo's data, behind a gateway that adds identities and a prefix;
// what the page says is compared with what the interface answers. One world for all, in the order of the file.
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { describeLarge } from "./journeys/large.ts";
import { describeMoving } from "./journeys/moving.ts";
import { describeOthers } from "./journeys/others.ts";
import { describeReading } from "./journeys/reading.ts";
import { describeScreens } from "./journeys/screens.ts";
import { browser, closeStage, endVisits, openStage } from "./journeys/stage.ts";
import { describeTrouble } from "./journeys/trouble.ts";

beforeAll(openStage);
afterEach(async ({ task }) => {
  expect(await endVisits(task.result?.state === "fail")).toEqual([]);
});
afterAll(closeStage);

describe.skipIf(browser === null)("the page", () => {
  describeReading();
  describeMoving();
  describeScreens();
  describeTrouble();
  describeLarge();
  describeOthers();
});
