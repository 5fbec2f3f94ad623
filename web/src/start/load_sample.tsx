/** Loads the sample with one click. */
import type { JSX } from "preact";
import { LongAct } from "../parts/dialog/long_act.tsx";
import { open } from "../state/address.ts";
import { loadSample, type Progress } from "../state/records/importing.ts";
import { hasRole, type Role } from "../state/records/roles.ts";
import { loadChoices } from "../state/setting.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

const NEEDED: readonly Role[] = ["infra:write", "rolling-stock:write", "timetable:write"];

export function LoadSample(): JSX.Element {
  const missing = NEEDED.filter((role) => !hasRole(role));
  if (missing.length > 0) {
    const roles = TOOL_TEXTS.guide.roles(missing.length, missing.join(", "));
    return <p class="notice warning">{TOOL_TEXTS.guide.no_roles(roles)}</p>;
  }
  return (
    <LongAct label={TOOL_TEXTS.guide.sample} about={TOOL_TEXTS.guide.sample_what} act={load} />
  );
}

async function load(progress: Progress): Promise<void> {
  const { default: sample } = await import("virtual:sample");
  const { timetable_id, infra_id, profiles_id } = await loadSample(sample, progress);
  await loadChoices();
  const profiles = profiles_id === null ? "" : String(profiles_id);
  open({ timetable_id, tab: "graph", parameters: { infra: String(infra_id), profiles } });
}
