/** A server with one record of each kind, for requests that name them as `{train}`, `{infra}` …. */
import {
  type RuleRequest,
  validLimits,
  validPacedTrain,
  validProfileSet,
  validStock,
  validSubCategory,
  validTowedStock,
  validTrain,
  validWorks,
} from "../platform/http/rules/valid_forms.ts";
import { startTestApi, type TestApi } from "./api.ts";
import type { CallResult } from "./services.ts";
import { hashTables } from "./test_database.ts";
import { TINY_RAILJSON } from "./tiny_railjson.ts";

export interface RuleWorld {
  readonly services: TestApi["services"];
  /** Hash of every table before any bad request. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Sends a request of the table with the records' ids filled in. */
  send(request: RuleRequest): Promise<CallResult>;
  close(): Promise<void>;
}

export async function makeRuleWorld(): Promise<RuleWorld> {
  const api = await startTestApi();
  const infra = await api.make("POST", "/infra/railjson?name=world", TINY_RAILJSON);
  const stock = await api.make("POST", "/rolling_stock", validStock({ name: "stock" }));
  const locked_form = validStock({ name: "locked stock" });
  const locked_stock = await api.make("POST", "/rolling_stock?locked=true", locked_form);
  const profile_set = await api.make("POST", "/electrical_profile_set?name=set", validProfileSet());
  const towed = await api.make("POST", "/towed_rolling_stock", validTowedStock({ name: "wagon" }));
  const locked_wagon = validTowedStock({ name: "locked wagon" });
  const locked_towed = await api.make("POST", "/towed_rolling_stock?locked=true", locked_wagon);
  await api.make("POST", "/work_schedules", validWorks({ work_schedule_group_name: "works" }));
  await api.make(
    "POST",
    "/temporary_speed_limit_group",
    validLimits({ speed_limit_group_name: "limits" }),
  );
  const timetable = await api.make("POST", "/timetable");
  const { timetable_id } = timetable.json as { timetable_id: number };
  const trains = await api.make("POST", `/timetable/${timetable_id}/train_schedules`, [
    validTrain(),
  ]);
  const paced_trains = await api.make("POST", `/timetable/${timetable_id}/paced_trains`, [
    validPacedTrain(),
  ]);
  await api.make("POST", "/sub_category", validSubCategory());
  const studies = await makeStudies(api, infra.json.infra);
  const ids: Readonly<Record<string, number>> = {
    infra: infra.json.infra,
    stock: stock.json.id,
    locked_stock: locked_stock.json.id,
    profile_set: profile_set.json.id,
    towed: towed.json.id,
    locked_towed: locked_towed.json.id,
    timetable: timetable_id,
    train: trains.json[0].id,
    paced_train: paced_trains.json[0].id,
    ...studies,
  };
  const fill = (text: string): string =>
    text.replace(/"\{(\w+)\}"|\{(\w+)\}/g, (whole, quoted?: string, plain?: string) =>
      String(ids[quoted ?? plain ?? ""] ?? whole),
    );
  return {
    services: api.services,
    close: async () => await api.close(),
    hashes: await hashTables(api.services.db),
    send: async ({ method, path, body, raw_body, headers }) => {
      const text = raw_body ?? (body === undefined ? undefined : fill(JSON.stringify(body)));
      const json = text === undefined ? {} : { "content-type": "application/json" };
      return await api.call(method, fill(path), text, { ...json, ...headers });
    },
  };
}

/** A project with a study and a scenario, and another project and study without. */
async function makeStudies(api: TestApi, infra_id: number): Promise<Record<string, number>> {
  const project = (await api.make("POST", "/projects", { name: "project" })).json.id;
  const other_project = (await api.make("POST", "/projects", { name: "other" })).json.id;
  const path = `/projects/${project}/studies`;
  const body = { name: "study", state: "started" };
  const study = (await api.make("POST", path, body)).json.id;
  const other_study = (await api.make("POST", path, body)).json.id;
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const scenario_body = { name: "scenario", infra_id, timetable_id };
  const scenario = await api.make("POST", `${path}/${study}/scenarios`, scenario_body);
  return {
    project,
    other_project,
    study,
    other_study,
    scenario: scenario.json.id,
    scenario_timetable: timetable_id,
  };
}
