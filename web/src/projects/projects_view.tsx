/** Projects with their studies and scenarios: opened level by level, made, named, copied, shared, deleted. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { NameDialog } from "../parts/dialog/name_dialog.tsx";
import { opened, printAddress } from "../state/address.ts";
import {
  copyProject,
  copyScenario,
  copyStudy,
  type Listed,
  listProjects,
  listScenarios,
  listStudies,
  makeProject,
  makeStudy,
  type ProjectAt,
  type Scenario,
  type StudyAt,
} from "../state/records/projects.ts";
import { hasRole, isAtLeast, type Level, readLevels, type Shared } from "../state/records/roles.ts";
import { explain } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { Acts } from "./acts.tsx";
import { NewScenario } from "./new_scenario.tsx";
import "../parts/records.css";
import "./projects.css";

interface Found<Item> {
  /** Null: not answered yet. */
  readonly items: readonly Item[] | null;
  readonly levels: ReadonlyMap<number, Level | null>;
  readonly fault: string | null;
  readonly read: () => Promise<void>;
}

/** A list with the caller's levels on its items, read when it is shown. */
function useFound<Item extends Listed>(
  type: Shared,
  list: () => Promise<readonly Item[]>,
): Found<Item> {
  const [found, setFound] = useState<Omit<Found<Item>, "read">>({
    items: null,
    levels: new Map(),
    fault: null,
  });
  const read = async (): Promise<void> => {
    try {
      const items = await list();
      const levels = await readLevels(
        type,
        items.map(({ id }) => id),
      );
      setFound({ items, levels, fault: null });
    } catch (error) {
      setFound((before) => ({ ...before, fault: explain(error) }));
    }
  };
  useEffect(() => void read(), []);
  return { ...found, read };
}

export function ProjectsView(): JSX.Element {
  const { items, levels, fault, read } = useFound("project", listProjects);
  const may_make = hasRole("operational-studies:write");
  return (
    <div class="start">
      <div class="start-head">
        <h1>{TOOL_TEXTS.projects.heading}</h1>
        <New
          label={TOOL_TEXTS.projects.new_project}
          is_allowed={may_make}
          make={async (name) => {
            await makeProject(name);
            await read();
          }}
        />
      </div>
      {!may_make && <p class="quiet">{TOOL_TEXTS.projects.no_role}</p>}
      {fault !== null && <Fault text={fault} />}
      {items === null && fault === null && <p class="quiet">{TOOL_TEXTS.start.reading}</p>}
      {items?.length === 0 && <p>{TOOL_TEXTS.projects.none}</p>}
      <ul class="tree">
        {items?.map((project) => (
          <Project
            key={project.id}
            project={project}
            level={levels.get(project.id) ?? null}
            onChange={read}
          />
        ))}
      </ul>
    </div>
  );
}

function Fault({ text }: { readonly text: string }): JSX.Element {
  return (
    <p class="notice failed" role="alert">
      {text}
    </p>
  );
}

/** A button that asks for the name of something new. */
function New({
  label,
  is_allowed,
  make,
}: {
  readonly label: string;
  readonly is_allowed: boolean;
  readonly make: (name: string) => Promise<void>;
}): JSX.Element | null {
  const [is_asked, setAsked] = useState(false);
  if (!is_allowed) return null;
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        {label}
      </button>
      {is_asked && (
        <NameDialog
          heading={label}
          act={TOOL_TEXTS.records.make}
          name=""
          onDone={make}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

interface Node<Item> {
  readonly level: Level | null;
  /** It was changed, or the list was. */
  readonly onChange: () => Promise<void>;
  readonly item?: Item;
}

function Project({
  project: { id, name },
  level,
  onChange,
}: Node<Listed> & { readonly project: Listed }): JSX.Element {
  const [is_open, setOpen] = useState(opened.peek()[0] === id);
  const at: ProjectAt = { project_id: id };
  return (
    <li>
      <div class="node">
        <details open={is_open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{name}</summary>
          {is_open && <Studies at={at} may_add={isAtLeast(level, "Creator")} />}
        </details>
        <Acts
          shared={{ type: "project", id }}
          at={at}
          name={name}
          level={level}
          copy={async (next) => await copyProject(at, next)}
          onChange={onChange}
        />
      </div>
    </li>
  );
}

function Studies({
  at,
  may_add,
}: {
  readonly at: ProjectAt;
  readonly may_add: boolean;
}): JSX.Element {
  const { items, levels, fault, read } = useFound("study", async () => await listStudies(at));
  return (
    <ul class="tree">
      {fault !== null && <Fault text={fault} />}
      {items?.map(({ id, name }) => (
        <Study
          key={id}
          at={{ ...at, study_id: id }}
          name={name}
          level={levels.get(id) ?? null}
          onChange={read}
        />
      ))}
      <li>
        {items?.length === 0 && <p class="quiet">{TOOL_TEXTS.projects.no_studies}</p>}
        <New
          label={TOOL_TEXTS.projects.new_study}
          is_allowed={may_add && hasRole("operational-studies:write")}
          make={async (name) => {
            await makeStudy(at, name);
            await read();
          }}
        />
      </li>
    </ul>
  );
}

function Study({
  at,
  name,
  level,
  onChange,
}: Node<Listed> & { readonly at: StudyAt; readonly name: string }): JSX.Element {
  const [is_open, setOpen] = useState(opened.peek()[1] === at.study_id);
  return (
    <li>
      <div class="node">
        <details open={is_open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{name}</summary>
          {is_open && <Scenarios at={at} may_add={isAtLeast(level, "Creator")} />}
        </details>
        <Acts
          shared={{ type: "study", id: at.study_id }}
          at={at}
          name={name}
          level={level}
          copy={async (next) => await copyStudy(at, at, next)}
          onChange={onChange}
        />
      </div>
    </li>
  );
}

function Scenarios({
  at,
  may_add,
}: {
  readonly at: StudyAt;
  readonly may_add: boolean;
}): JSX.Element {
  const found = useFound("scenario", async () => await listScenarios(at));
  const { items, levels, fault, read } = found;
  return (
    <ul class="tree">
      {fault !== null && <Fault text={fault} />}
      {items?.map((scenario) => (
        <li key={scenario.id}>
          <div class="node">
            <span class="leaf">
              <a class="target" href={addressOf(scenario)}>
                {scenario.name}
              </a>{" "}
              <small class="quiet">
                {scenario.trains_count !== null && TOOL_TEXTS.start.trains(scenario.trains_count)}
                {scenario.infra_name !== null && ` · ${scenario.infra_name}`}
              </small>
            </span>
            <Acts
              shared={{ type: "scenario", id: scenario.id }}
              at={{ ...at, scenario_id: scenario.id }}
              name={scenario.name}
              level={levels.get(scenario.id) ?? null}
              copy={async (next) => await copyScenario(scenario, at, next)}
              onChange={read}
            />
          </div>
        </li>
      ))}
      <li>
        {items?.length === 0 && <p class="quiet">{TOOL_TEXTS.projects.no_scenarios}</p>}
        {may_add && hasRole("operational-studies:write") && <NewScenario at={at} />}
      </li>
    </ul>
  );
}

function addressOf({ timetable_id, infra_id, electrical_profile_set_id: set }: Scenario): string {
  const parameters = {
    infra: String(infra_id),
    ...(set !== undefined && { profiles: String(set) }),
  };
  return printAddress({ timetable_id, tab: "graph", parameters });
}
