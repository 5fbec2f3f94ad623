/** Network, profiles, works and limits that trains are computed with. */
import type { JSX } from "preact";
import { Choice } from "../parts/choice.tsx";
import { type Parameter, parameters, setParameters } from "../state/address.ts";
import { choices, setting } from "../state/setting.ts";
import { TEXTS } from "../texts.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}

export function SettingFields(): JSX.Element | null {
  const known = choices.value;
  if (known === null) return null;
  const choose = (name: Parameter) => (value: string) => setParameters({ [name]: value });
  const optionsOf = (listed: readonly Named[]) =>
    listed.map(({ id, name }) => ({ value: String(id), text: name }));
  const orNone = (listed: readonly Named[]) => [
    { value: "", text: TEXTS.setting.none },
    ...optionsOf(listed),
  ];
  return (
    <>
      <Choice
        label={TEXTS.setting.infra}
        value={String(setting.value?.infra_id ?? "")}
        options={optionsOf(known.infras)}
        onChange={choose("infra")}
      />
      <Choice
        label={TEXTS.setting.profiles}
        value={parameters.profiles.value}
        options={orNone(known.profiles)}
        onChange={choose("profiles")}
      />
      <Choice
        label={TEXTS.setting.works}
        value={parameters.works.value}
        options={orNone(known.works)}
        onChange={choose("works")}
      />
      <Choice
        label={TEXTS.setting.limits}
        value={parameters.limits.value}
        options={orNone(known.limits)}
        onChange={choose("limits")}
      />
    </>
  );
}
