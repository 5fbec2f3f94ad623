/** Where everything begins: what the caller may read. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api, ask, listAll, type Schemas } from "../api/client.ts";
import { printAddress } from "../state/address.ts";
import { persist, session } from "../state/session.ts";
import { choices, loadChoices } from "../state/setting.ts";
import { TEXTS } from "../texts.ts";

interface Scenario {
  readonly project: string;
  readonly study: string;
  readonly scenario: Schemas["ScenarioPage"]["results"][number];
}

const timetables = signal<readonly Schemas["Timetable"][] | null>(null);
const scenarios = signal<readonly Scenario[]>([]);
const faults = signal<readonly string[]>([]);
const search = signal("");

const PAGE_SIZE = 100;

export function StartView(): JSX.Element {
  useEffect(() => {
    let is_open = true;
    void load(() => is_open);
    return () => {
      is_open = false;
    };
  }, []);
  return (
    <div class="start">
      <h1>{TEXTS.start.heading}</h1>
      {faults.value.map((text) => (
        <p key={text} class="notice failed" role="alert">
          {text}
        </p>
      ))}
      {(session.value?.user ?? null) === null && session.value?.is_open !== true ? null : (
        <>
          <input
            type="search"
            class="search"
            aria-label={TEXTS.start.search}
            placeholder={TEXTS.start.search}
            value={search.value}
            onInput={(event) => {
              search.value = event.currentTarget.value;
            }}
          />
          <div class="columns">
            <Timetables />
            <Scenarios />
            <Networks />
          </div>
        </>
      )}
    </div>
  );
}

/** Each list on its own; one that can't be read now is asked for again. */
async function load(isWanted: () => boolean): Promise<void> {
  const told = new Map<() => Promise<void>, string>();
  const read = async (work: () => Promise<void>): Promise<void> => {
    const tell = (text: string | null): void => {
      if (text === null) told.delete(work);
      else told.set(work, text);
      faults.value = [...new Set(told.values())];
    };
    const workAndTell = async (): Promise<void> => {
      await work();
      tell(null);
    };
    await persist(workAndTell, tell, isWanted);
  };
  await Promise.all([read(loadTimetables), read(loadChoices), read(loadScenarios)]);
}

async function loadTimetables(): Promise<void> {
  timetables.value = await listAll((page) =>
    ask(api.GET("/timetable", { params: { query: { page, page_size: PAGE_SIZE } } })),
  );
}

/** Studies of all projects at once, then scenarios of all studies. */
async function loadScenarios(): Promise<void> {
  const query = (page: number) => ({ query: { page, page_size: PAGE_SIZE } });
  const projects = await listAll((page) => ask(api.GET("/projects", { params: query(page) })));
  const found = await Promise.all(
    projects.map(async ({ id: project_id, name: project }) => {
      const path = { project_id };
      const studies = await listAll((page) =>
        ask(api.GET("/projects/{project_id}/studies", { params: { path, ...query(page) } })),
      );
      const scenarios_of = studies.map(async ({ id: study_id, name: study }) => {
        const listed = await listAll((page) =>
          ask(
            api.GET("/projects/{project_id}/studies/{study_id}/scenarios", {
              params: { path: { project_id, study_id }, ...query(page) },
            }),
          ),
        );
        return listed.map((scenario) => ({ project, study, scenario }));
      });
      return (await Promise.all(scenarios_of)).flat();
    }),
  );
  scenarios.value = found.flat();
}

function meets(...texts: readonly string[]): boolean {
  const words = search.value.trim().toLowerCase();
  return words === "" || texts.some((text) => text.toLowerCase().includes(words));
}

function Timetables(): JSX.Element {
  const listed = (timetables.value ?? []).filter(({ timetable_id }) =>
    meets(TEXTS.start.timetable(timetable_id)),
  );
  const infra = choices.value?.infras[0]?.id;
  const profiles = choices.value?.profiles[0]?.id;
  return (
    <section aria-labelledby="timetables">
      <h2 id="timetables">{TEXTS.start.timetables}</h2>
      {timetables.value !== null && listed.length === 0 && <p>{TEXTS.start.no_timetables}</p>}
      <ul class="cards">
        {listed.map(({ timetable_id, train_count }) => (
          <li key={timetable_id}>
            <a href={addressOf(timetable_id, infra, profiles)}>
              {TEXTS.start.timetable(timetable_id)}
            </a>{" "}
            <span class="quiet">{TEXTS.start.trains(train_count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function addressOf(
  timetable_id: number,
  infra: number | undefined,
  profiles: number | undefined,
): string {
  const parameters = {
    ...(infra !== undefined && { infra: String(infra) }),
    ...(profiles !== undefined && { profiles: String(profiles) }),
  };
  return printAddress({ timetable_id, tab: "graph", parameters });
}

function Scenarios(): JSX.Element {
  const listed = scenarios.value.filter(({ project, study, scenario }) =>
    meets(project, study, scenario.name),
  );
  return (
    <section aria-labelledby="scenarios">
      <h2 id="scenarios">{TEXTS.start.scenarios}</h2>
      {timetables.value !== null && listed.length === 0 && <p>{TEXTS.start.no_scenarios}</p>}
      <ul class="cards">
        {listed.map(({ project, study, scenario }) => (
          <li key={scenario.id}>
            <a
              href={addressOf(
                scenario.timetable_id,
                scenario.infra_id,
                scenario.electrical_profile_set_id,
              )}
            >
              {scenario.name}
            </a>{" "}
            <span class="quiet">
              {project} › {study}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Networks(): JSX.Element {
  const listed = (choices.value?.infras ?? []).filter(({ name }) => meets(name));
  return (
    <section aria-labelledby="networks">
      <h2 id="networks">{TEXTS.start.networks}</h2>
      {choices.value !== null && listed.length === 0 && <p>{TEXTS.start.no_networks}</p>}
      <ul class="cards">
        {listed.map(({ id, name, version }) => (
          <li key={id}>
            {name} <span class="quiet">{TEXTS.start.network(id, version)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
