/** Projects, studies and scenarios: listing, making, naming, copying and deleting them. All throw ApiFault. */
import { api, ask, listAll, type Schemas } from "../../api/client.ts";
import { copyTimetable, deleteTimetable, makeTimetable, onceOnly } from "./timetables.ts";

/** Path to a project, one of its studies, or one of that study's scenarios. */
export interface ProjectAt {
  readonly project_id: number;
}
export interface StudyAt extends ProjectAt {
  readonly study_id: number;
}
export interface ScenarioAt extends StudyAt {
  readonly scenario_id: number;
}
export type At = ProjectAt | StudyAt | ScenarioAt;

export interface Listed {
  readonly id: number;
  readonly name: string;
}
export type Scenario = Schemas["ScenarioPage"]["results"][number];

const PAGE_SIZE = 100;
const pageOf = (page: number) => ({ query: { page, page_size: PAGE_SIZE } });

export async function listProjects(): Promise<readonly Listed[]> {
  return await listAll((page) => ask(api.GET("/projects", { params: pageOf(page) })));
}

export async function listStudies(path: ProjectAt): Promise<readonly Listed[]> {
  return await listAll((page) =>
    ask(api.GET("/projects/{project_id}/studies", { params: { path, ...pageOf(page) } })),
  );
}

export async function listScenarios(path: StudyAt): Promise<readonly Scenario[]> {
  return await listAll((page) =>
    ask(
      api.GET("/projects/{project_id}/studies/{study_id}/scenarios", {
        params: { path, ...pageOf(page) },
      }),
    ),
  );
}

export async function makeProject(name: string): Promise<ProjectAt> {
  const { id } = await ask(api.POST("/projects", { body: { name, tags: [] }, ...onceOnly() }));
  return { project_id: id };
}

/** State of a new study; only people use it. */
const STATE = "started";

export async function makeStudy(path: ProjectAt, name: string): Promise<StudyAt> {
  const { id } = await ask(
    api.POST("/projects/{project_id}/studies", {
      params: { path },
      body: { name, state: STATE, tags: [] },
      ...onceOnly(),
    }),
  );
  return { project_id: path.project_id, study_id: id };
}

type NewScenario = Pick<
  Schemas["ScenarioCreation"],
  "name" | "infra_id" | "electrical_profile_set_id"
>;

/** Puts a timetable into a new scenario; deletes it if the scenario can't be made. */
async function putInScenario(
  path: StudyAt,
  given: NewScenario,
  timetable_id: number,
): Promise<void> {
  try {
    await ask(
      api.POST("/projects/{project_id}/studies/{study_id}/scenarios", {
        params: { path },
        body: { ...given, timetable_id, tags: [] },
        ...onceOnly(),
      }),
    );
  } catch (error) {
    await deleteTimetable(timetable_id).catch(() => undefined);
    throw error;
  }
}

/** Makes a scenario with an empty timetable of the same name; returns the timetable's id. */
export async function makeScenario(path: StudyAt, given: NewScenario): Promise<number> {
  const timetable_id = await makeTimetable(given.name);
  await putInScenario(path, given, timetable_id);
  return timetable_id;
}

/** The copy gets a copy of the timetable. */
export async function copyScenario(scenario: Scenario, path: StudyAt, name: string): Promise<void> {
  const { infra_id, electrical_profile_set_id, timetable_id } = scenario;
  const given = {
    name,
    infra_id,
    ...(electrical_profile_set_id !== undefined && { electrical_profile_set_id }),
  };
  await putInScenario(path, given, await copyTimetable(timetable_id, name));
}

/** Copies all its scenarios too; `progress` is told how many are done. */
export async function copyStudy(from: StudyAt, to: ProjectAt, name: string): Promise<void> {
  const scenarios = await listScenarios(from);
  const made = await makeStudy(to, name);
  for (const one of scenarios) await copyScenario(one, made, one.name);
}

/** Copies all its studies too. */
export async function copyProject(from: ProjectAt, name: string): Promise<void> {
  const studies = await listStudies(from);
  const made = await makeProject(name);
  for (const { id, name: own } of studies) await copyStudy({ ...from, study_id: id }, made, own);
}

export async function renameAt(at: At, name: string): Promise<void> {
  const body = { name };
  if ("scenario_id" in at) {
    const path = "/projects/{project_id}/studies/{study_id}/scenarios/{scenario_id}";
    await ask(api.PATCH(path, { params: { path: at }, body }));
  } else if ("study_id" in at) {
    const path = "/projects/{project_id}/studies/{study_id}";
    await ask(api.PATCH(path, { params: { path: at }, body }));
  } else await ask(api.PATCH("/projects/{project_id}", { params: { path: at }, body }));
}

/** Timetables of what is deleted are kept. */
export async function deleteAt(at: At): Promise<void> {
  if ("scenario_id" in at) {
    const path = "/projects/{project_id}/studies/{study_id}/scenarios/{scenario_id}";
    await ask(api.DELETE(path, { params: { path: at } }));
  } else if ("study_id" in at) {
    const path = "/projects/{project_id}/studies/{study_id}";
    await ask(api.DELETE(path, { params: { path: at } }));
  } else await ask(api.DELETE("/projects/{project_id}", { params: { path: at } }));
}
