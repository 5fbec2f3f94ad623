/** The chosen group beside an earlier one: groups never change, so each is a state of what was planned. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Choice } from "../parts/choice.tsx";
import { DifferenceTable } from "../parts/difference_table.tsx";
import { useSending } from "../parts/sending.ts";
import { choices } from "../state/setting.ts";
import { work_group } from "../state/works/chosen_works.ts";
import {
  type Closure,
  type ClosureGroup,
  readLimits,
  readWorks,
} from "../state/works/closure_groups.ts";
import { limit_group } from "../state/works/limits.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { tellGroupDifferences } from "./group_differences.ts";

export function GroupHistories(): JSX.Element {
  return (
    <>
      <GroupHistory kind="works" group={work_group.value} />
      <GroupHistory kind="limits" group={limit_group.value} />
    </>
  );
}

const METRE_MM = 1000;

/** Tracks with their metres. */
function nameTracks({ ranges }: Closure): string {
  return ranges
    .map(({ track_section, begin, end }) => {
      const [from_m, to_m] = [begin, end].map((mm) => Math.round(mm / METRE_MM));
      return `${track_section} ${from_m}–${to_m} m`;
    })
    .join(", ");
}

function GroupHistory({
  kind,
  group,
}: {
  readonly kind: "works" | "limits";
  readonly group: ClosureGroup | null;
}): JSX.Element | null {
  const [id, setId] = useState("");
  const [former, setFormer] = useState<ClosureGroup | null>(null);
  const { fault, send } = useSending();
  const read = kind === "works" ? readWorks : readLimits;
  useEffect(() => {
    setFormer(null);
    if (id !== "") void send(async () => setFormer(await read(Number(id))));
  }, [id]);
  const others = (choices.value?.[kind] ?? []).filter((one) => one.id !== group?.id);
  if (group === null || others.length === 0) return null;
  const told =
    former === null ? [] : tellGroupDifferences(former.closures, group.closures, nameTracks);
  return (
    <details>
      <summary>{TOOL_TEXTS.works.changes[kind]}</summary>
      <Choice
        label={TOOL_TEXTS.works.former}
        value={id}
        options={[
          { value: "", text: TEXTS.setting.none },
          ...others.map((one) => ({ value: String(one.id), text: one.name })),
        ]}
        onChange={setId}
      />
      {fault !== null && <p class="notice failed">{fault}</p>}
      {former !== null && told.length === 0 && <p class="quiet">{TOOL_TEXTS.works.same}</p>}
      {told.length > 0 && <DifferenceTable told={told} />}
    </details>
  );
}
