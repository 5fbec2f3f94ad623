import * as v from "valibot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Database } from "../../src/db/client.ts";
import { startEmbedded } from "../../src/db/embedded.ts";
import { migrate } from "../../src/db/migrate.ts";
import { createDatabase } from "../../src/db/open.ts";
import * as content from "../../src/infra/content.queries.ts";
import { exportRailjson } from "../../src/infra/export_railjson.ts";
import * as infra from "../../src/infra/infra.queries.ts";
import { toColumns } from "../../src/rolling_stock/records.ts";
import * as rs from "../../src/rolling_stock/rolling_stock.queries.ts";
import { RollingStockForm } from "../../src/rolling_stock/rolling_stock.schemas.ts";
import * as tt from "../../src/timetable/timetable.queries.ts";
import * as t from "../../src/train_schedule/train_schedule.queries.ts";
import { TrainScheduleCreation } from "../../src/train_schedule/train_schedule.schemas.ts";
import { validStock, validTrain } from "./rules/valid_forms.ts";

let db: Database;
let stop: () => Promise<void>;
beforeAll(async () => {
  const server = await startEmbedded({
    data_dir: "/tmp/zzpg",
    is_disposable: true,
    log: console.log,
  } as never);
  const { socket_dir, user } = server as never as { socket_dir: string; user: string };
  const shared = {
    connections: 4,
    streams: 2,
    queue: 1000,
    deadline_ms: 10000,
    slow_deadline_ms: 60000,
  };
  await createDatabase({ ...shared, target: { socket_dir, user, database: "postgres" } }, "zz");
  db = connect({ ...shared, target: { socket_dir, user, database: "zz" } });
  await migrate(db);
  stop = async () => {
    await db.close();
    await (server as never as { stop(): Promise<void> }).stop();
  };
}, 60000);
afterAll(async () => {
  await stop();
});
it("trains", async () => {
  const id = await tt.insertTimetable(db);
  const train = v.parse(TrainScheduleCreation, validTrain());
  const key = { key: "k", user_id: 0, body_hash: "h" };
  const made = await t.createTrainSchedules(db, id, [train, train], key);
  console.log(made.slice(0, 300));
  expect(await t.createTrainSchedules(db, id, [train, train], key)).toBe(made);
  await expect(
    t.createTrainSchedules(db, id, [train], { ...key, body_hash: "x" }),
  ).rejects.toMatchObject({ constraint: "idempotency_key_reused" });
  await expect(t.createTrainSchedules(db, 999, [], null)).rejects.toMatchObject({
    constraint: "train_schedule_timetable_fkey",
  });
  const ids = JSON.parse(made).map((x: { id: number }) => x.id);
  console.log(await t.getTrainSchedule(db, ids[0]));
  console.log(
    await t.listTrainSchedules(db, id, { page: 1, page_size: 1 }),
    await t.listTrainSchedules(db, 99999, { page: 1, page_size: 1 }),
  );
  console.log(
    await t.updateTrainSchedule(db, ids[0], { train, if_revision: 5 }),
    (await t.updateTrainSchedule(db, ids[0], { train, if_revision: 1 }))?.revision,
  );
  console.log(await t.listTimetablesOfTrains(db, ids), await t.listTimetablesOfTrains(db, []));
  console.log(
    await tt.listTimetables(db, { page: 1, page_size: 5 }),
    await tt.listTimetables(db, { page: 4, page_size: 5 }),
    await tt.getTimetable(db, id),
  );
  console.log(
    await t.deleteTrainSchedules(db, [ids[0], 12345]),
    await t.deleteTrainSchedules(db, ids),
    await t.listTrainRecords(db, ids),
  );
  console.log(await tt.deleteTimetable(db, id), await tt.deleteTimetable(db, id));
});
it("stocks", async () => {
  const c = toColumns(v.parse(RollingStockForm, validStock({ name: "a(b)" })));
  const s = await rs.insertRollingStock(db, c, false);
  const id = JSON.parse(s.json).id;
  console.log(s);
  await expect(rs.insertRollingStock(db, c, false)).rejects.toMatchObject({
    constraint: "rolling_stock_name_key",
  });
  console.log(
    JSON.parse((await rs.getRollingStock(db, id))!.json).liveries,
    await rs.getLightRollingStock(db, id),
    await rs.listLightRollingStocks(db, { page: 1, page_size: 3 }),
  );
  console.log(
    await rs.updateRollingStock(db, id, {
      columns: { ...c, record: c.record.replace("400", "401") },
      locked: null,
      if_version: 3,
    }),
  );
  console.log(
    (
      await rs.updateRollingStock(db, id, {
        columns: { ...c, record: c.record.replace("400", "401") },
        locked: true,
        if_version: 0,
      })
    )?.version,
  );
  console.log(
    await rs.updateRollingStock(db, id, { columns: c, locked: null, if_version: null }),
    await rs.updateRollingStock(db, 77777, { columns: c, locked: null, if_version: null }),
  );
  console.log(
    await rs.listPowerRestrictions(db),
    await rs.listElectricModes(db),
    await rs.deleteRollingStock(db, id),
    await rs.setRollingStockLocked(db, id, false),
    await rs.deleteRollingStock(db, id),
    await rs.deleteRollingStock(db, id),
  );
});
it("infra", async () => {
  const o = { deadline_ms: 30000 };
  const empty = await infra.insertInfra(db, "e");
  console.log(
    empty,
    await infra.getInfra(db, empty.id),
    await infra.listInfras(db, { page: 1, page_size: 5 }),
    await infra.listInfras(db, { page: 3, page_size: 5 }),
  );
  const c = await content.insertContent(db, "3.4.12", 3);
  await content.insertObjects(db, c, {
    object_type: 4,
    first_ordinal: 0,
    railjson: [
      '{"id":"s\\"","speed_limit_by_tag":{"B":1,"A":2}}',
      '{"id":"t","speed_limit_by_tag":{"B":1}}',
    ],
  });
  await content.insertObjects(db, c, {
    object_type: 2,
    first_ordinal: 0,
    railjson: ['{"id":"e","voltage":"1500V"}'],
  });
  await content.insertFaults(db, c, {
    first_ordinal: 0,
    rows: ['{"is_warning":true,"error_type":"empty_object","obj_id":"s"}'],
  });
  const id = await content.publishContent(db, c, {
    name: "x",
    is_faulty: false,
    is_generated: true,
    options: o,
  });
  const clone = await infra.cloneInfra(db, id, "y");
  console.log(
    await infra.getInfra(db, id),
    await infra.getTagsAndVoltages(db, id),
    await infra.listAllVoltages(db),
    await infra.listSwitchTypes(db, id),
  );
  console.log(
    await infra.listErrors(db, id, {
      filter: { is_warning: null, error_type: null, object_id: null },
      at: { page: 1, page_size: 10 },
    }),
    await infra.listErrors(db, id, {
      filter: { is_warning: false, error_type: null, object_id: null },
      at: { page: 1, page_size: 10 },
    }),
  );
  let text = "";
  for await (const b of exportRailjson(db, (await content.getContent(db, c))!))
    text += new TextDecoder().decode(b);
  console.log(text);
  JSON.parse(text);
  console.log(await infra.renameInfra(db, id, "z"), await infra.setInfraLocked(db, id, true));
  console.log(
    await infra.deleteInfra(db, id, o),
    await infra.deleteInfra(db, clone!, o),
    await infra.deleteInfra(db, clone!, o),
    await content.getContent(db, c),
  );
  await content.deleteLeftovers(db, 0, o);
});
