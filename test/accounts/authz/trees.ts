/** Projects with a study and a scenario each, and grants, put in the tables without asking anybody. */
import type { Database } from "../../../src/platform/db/client.ts";
import { type Grant, makeResource, type Resource } from "./model.ts";

export type NewGrant = Pick<Grant, "resource" | "subject" | "level">;

export async function insertGrants(db: Database, grants: readonly NewGrant[]): Promise<void> {
  await db.run(
    `insert into resource_grant (resource_type, resource_id, subject_id, level)
     select g.type::resource_type, g.id, g.subject, g.level::privilege_level
     from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) as g (type, id, subject, level)`,
    [
      grants.map(({ resource }) => resource.type),
      grants.map(({ resource }) => resource.id),
      grants.map(({ subject }) => subject),
      grants.map(({ level }) => level),
    ],
  );
}
/** A project, its study and its scenario. */
export type Tree = readonly [Resource, Resource, Resource];

export async function makeTrees(db: Database, count: number): Promise<Tree[]> {
  const rows = await db.run<{ project: number; study: number; scenario: number }>(
    `with place as materialized (
       select nextval('resource_id') as project, nextval('resource_id') as study,
         nextval('resource_id') as scenario, nextval('resource_id') as timetable
       from generate_series(1, $1::int)
     ), content as (
       insert into infra_content (railjson_version, object_count) values ('', 0) returning id
     ), network as (
       insert into infra (name, content_id) select 'network', content.id from content returning id
     ), projects as (
       insert into project (id, name) select project, 'project' from place returning id
     ), studies as (
       insert into study (id, project_id, name, state) select study, project, 'study', '' from place
       returning id
     ), timetables as (
       insert into timetable (id) select timetable from place returning id
     ), scenarios as (
       insert into scenario (id, study_id, name, infra_id, timetable_id)
       select scenario, study, 'scenario', network.id, timetable from place, network
       returning id
     )
     select project, study, scenario from place`,
    [count],
  );
  return rows.map((row) => {
    const project = makeResource("project", row.project);
    const study = { ...makeResource("study", row.study), parent: project };
    return [project, study, { ...makeResource("scenario", row.scenario), parent: study }];
  });
}
