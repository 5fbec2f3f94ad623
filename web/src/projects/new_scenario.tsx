/** Makes a scenario from a name and a network, and opens its empty timetable. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { isName } from "../parts/dialog/name_dialog.tsx";
import { Field } from "../parts/fields.tsx";
import { useSending } from "../parts/sending.ts";
import { open } from "../state/address.ts";
import { makeScenario, type StudyAt } from "../state/records/projects.ts";
import { tellFailure } from "../state/session.ts";
import { choices, needChoices } from "../state/setting.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export function NewScenario({ at }: { readonly at: StudyAt }): JSX.Element {
  const [is_asked, setAsked] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        {TOOL_TEXTS.projects.new_scenario}
      </button>
      {is_asked && <ScenarioDialog at={at} onClose={() => setAsked(false)} />}
    </>
  );
}

function ScenarioDialog({
  at,
  onClose,
}: {
  readonly at: StudyAt;
  readonly onClose: () => void;
}): JSX.Element {
  const [name, setName] = useState("");
  const [infra, setInfra] = useState("");
  const [profiles, setProfiles] = useState("");
  const { is_sending, fault, send } = useSending();
  useEffect(() => {
    needChoices().catch(tellFailure);
  }, []);
  const networks = choices.value?.infras ?? [];
  const infra_id = Number(infra === "" ? networks[0]?.id : infra);
  const make = async (): Promise<void> => {
    const set = profiles === "" ? {} : { electrical_profile_set_id: Number(profiles) };
    const timetable_id = await makeScenario(at, { name, infra_id, ...set });
    open({ timetable_id, tab: "graph", parameters: { infra: String(infra_id), profiles } });
  };
  return (
    <Dialog heading={TOOL_TEXTS.projects.new_scenario} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(make);
        }}
      >
        <p class="row">
          <Field
            label={TOOL_TEXTS.records.new_name}
            value={name}
            maxLength={128}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <NetworkChoices
            infra={String(infra_id)}
            profiles={profiles}
            onInfra={setInfra}
            onProfiles={setProfiles}
          />
        </p>
        {fault !== null && (
          <p class="notice failed" role="alert">
            {fault}
          </p>
        )}
        <p class="row below">
          <button
            type="submit"
            class="main"
            disabled={!isName(name) || networks.length === 0 || is_sending}
          >
            {TOOL_TEXTS.records.make}
          </button>
          <button type="button" onClick={onClose}>
            {TOOL_TEXTS.records.cancel}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function NetworkChoices({
  infra,
  profiles,
  onInfra,
  onProfiles,
}: {
  readonly infra: string;
  readonly profiles: string;
  readonly onInfra: (id: string) => void;
  readonly onProfiles: (id: string) => void;
}): JSX.Element {
  const optionsOf = (listed: readonly { readonly id: number; readonly name: string }[] = []) =>
    listed.map(({ id, name }) => ({ value: String(id), text: name }));
  return (
    <>
      <Choice
        label={TEXTS.setting.infra}
        value={infra}
        options={optionsOf(choices.value?.infras)}
        onChange={onInfra}
      />
      <Choice
        label={TEXTS.setting.profiles}
        value={profiles}
        options={[{ value: "", text: TEXTS.setting.none }, ...optionsOf(choices.value?.profiles)]}
        onChange={onProfiles}
      />
    </>
  );
}
