// Method: runFaults, short: each fault once where it needs no small disk; every answer is compared with the database. Then the comparison itself, on wrong databases.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../helpers/api.ts";
import { validTrain } from "../platform/http/rules/valid_forms.ts";
import { BATCH_TRAINS, type Creation, Ledger } from "./ledger.ts";
import { FAULT_NAMES, runFaults } from "./run_faults.ts";

it("keeps every answer, whole and once, while servers, database and backends die and hang", async () => {
  const faults = FAULT_NAMES.filter((name) => name !== "the disk is full");
  const report = await runFaults({ seed: 1, disk: null, faults });
  console.log(JSON.stringify(report));
  expect(report.wrong).toEqual([]);
  expect(report.done).toBeGreaterThan(20);
});

describe("the comparison with the database", () => {
  let api: TestApi;
  let ledger: Ledger;
  beforeEach(async () => {
    api = await startTestApi();
    ledger = new Ledger();
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const trains = Array.from({ length: BATCH_TRAINS }, () => validTrain({ train_name: "op-1" }));
    const path = `/timetable/${timetable_id}/train_schedules`;
    note("op-1", "trains", (await api.make("POST", path, trains)).json);
    note("op-2", "project", [(await api.make("POST", "/projects", { name: "op-2" })).json]);
    const reports = Array.from({ length: BATCH_TRAINS }, (_, i) => ({
      train: { kind: "train_schedule", id: 1 },
      event: "departed",
      stop: `stop-${i}`,
      at: "2026-05-22T08:00:00Z",
      observed_at: "2026-05-22T08:00:00Z",
      source: "op-4",
    }));
    await api.make("POST", `/timetable/${timetable_id}/reports`, reports);
    note("op-4", "reports", []);
    const body = { name: "counter-1", description: "3" };
    const { id } = (await api.make("POST", "/projects", body)).json;
    ledger.counters.push({ id, answered: 3, sent: 4, is_deleted: null });
  });
  afterEach(async () => {
    await api.close();
  });

  function note(name: string, kind: Creation["kind"], made: readonly { id: number }[]): void {
    const ids = made.map(({ id }) => id);
    ledger.creations.push({ name, kind, is_keyed: false, told: "done", ids });
  }

  it("finds nothing wrong where nothing is", async () => {
    expect(await ledger.audit(api.services.db)).toEqual([]);
  });

  it.each([
    ["half a batch", "delete from train_schedule where id = (select min(id) from train_schedule)"],
    ["half a list of reports", "delete from train_report where id % 2 = 0"],
    ["reports that are gone", "delete from train_report"],
    ["a record that is gone", "delete from project where name = 'op-2'"],
    ["a record that is there twice", "insert into project (name, tags) values ('op-2', '{}')"],
    ["one that nobody has asked for", "insert into project (name, tags) values ('op-3', '{}')"],
    ["a lost change", "update project set description = '2' where name = 'counter-1'"],
    [
      "a change that nobody has sent",
      "update project set description = '5' where name = 'counter-1'",
    ],
  ])("finds %s", async (_what, change) => {
    await api.services.db.run(change);
    expect(await ledger.audit(api.services.db)).toHaveLength(1);
  });

  it("finds what is there though it was said that nothing has happened", async () => {
    for (const creation of ledger.creations) creation.told = "none";
    expect(await ledger.audit(api.services.db)).toHaveLength(3);
  });
});
