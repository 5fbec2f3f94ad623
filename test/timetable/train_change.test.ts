// Method: every request that writes trains, and the deletion of what they refer to, beside the count of changes; the triggers of both tables as PostgreSQL lists them.
import { describe, expect, it } from "vitest";
import { deleteChangeLeftovers, getTrainChanges } from "../../src/timetable/train/train.queries.ts";
import { opened } from "../helpers/opened.ts";
import { startTimetableApi } from "../helpers/timetable_api.ts";
import {
  validPacedTrain,
  validSubCategory,
  validTrain,
} from "../platform/http/rules/valid_forms.ts";

const api = opened(startTimetableApi);

async function changesOf(timetable_id: number): Promise<string | null> {
  return await getTrainChanges(api.services.db, timetable_id);
}

/** The count of the timetable must differ afterwards, another's must not. */
async function expectChange<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  const other = await api.newTimetable();
  const before = [await changesOf(api.timetable_id), await changesOf(other)];
  const value = await work();
  expect(await changesOf(api.timetable_id), what).not.toBe(before[0]);
  expect(await changesOf(other), what).toBe(before[1]);
  return value;
}

describe("the count of a timetable's changes", () => {
  it("differs after each creation, replacement and deletion of trains of either kind, and after an import", async () => {
    for (const [kind, form, path] of [
      ["train_schedule", validTrain(), "/train_schedule"],
      ["paced_train", validPacedTrain(), "/paced_trains"],
    ] as const) {
      const made = await expectChange(`${kind} made`, () => api.create(kind, [form, form]));
      const ids = made.map(({ id }) => id);
      await expectChange(`${kind} replaced`, () => api.make("PUT", `/${kind}/${ids[0]}`, form));
      await expectChange(`${kind} deleted`, () => api.make("DELETE", path, { ids }));
    }
    const document = {
      version: 1,
      train_schedules: [validTrain()],
      paced_trains: [validPacedTrain()],
    };
    const path = `/timetable/${api.timetable_id}/import`;
    await expectChange("import", () => api.make("POST", path, document));
  });

  it("differs after the deletion of a sub-category that trains have", async () => {
    const { code } = (await api.make("POST", "/sub_category", validSubCategory())).json;
    const form = validTrain({ category: { sub_category_code: code } });
    await api.create("train_schedule", [form]);
    await expectChange("sub-category", () => api.make("DELETE", `/sub_category/${code}`));
  });

  it("stays after what is refused and what only reads, and is none without a timetable", async () => {
    const before = await changesOf(api.timetable_id);
    await api.call("POST", `/timetable/${api.timetable_id}/train_schedules`, [{}]);
    await api.call("DELETE", "/train_schedule", { ids: [999_999] });
    await api.make("GET", `/timetable/${api.timetable_id}/train_schedules`);
    expect(await changesOf(api.timetable_id)).toBe(before);
    expect(await changesOf(999_999)).toBeNull();
  });

  it("is counted by a trigger for each way to write either table, and removed with its timetable", async () => {
    const rows = await api.services.db.run<{ name: string }>(
      `select tgrelid::regclass || ' ' || tgtype as name from pg_trigger
       where tgfoid = 'count_train_change'::regproc and tgenabled = 'O' order by 1`,
    );
    // After the statement: insert 4, delete 8, update 16.
    expect(rows.map(({ name }) => name)).toEqual(
      ["paced_train", "train_schedule"].flatMap((table) => [
        `${table} 16`,
        `${table} 4`,
        `${table} 8`,
      ]),
    );
    const id = await api.newTimetable();
    await api.create("train_schedule", [validTrain()], id);
    await api.make("DELETE", `/timetable/${id}`);
    await deleteChangeLeftovers(api.services.db, {});
    const left = await api.services.db.run(`select from train_change where timetable_id = ${id}`);
    expect(left).toEqual([]);
  });
});
