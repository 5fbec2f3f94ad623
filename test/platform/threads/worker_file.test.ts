// Method: the module that threads load, against the table of tasks: the pool finds a task by its export,
// so one that was forgotten there fails only when a thread is asked for it.
import { expect, it } from "vitest";
import * as worker from "../../../workers/main.ts";
import * as tasks from "../../../workers/tasks.ts";

it("The worker file exports every task and nothing else", () => {
  expect({ ...worker }).toEqual({ ...tasks });
});
