/** If there is no rolling stock yet: imports those of the sample, to begin with. */
import type { JSX } from "preact";
import { LongAct } from "../parts/dialog/long_act.tsx";
import { importStocks, type Progress } from "../state/records/importing.ts";
import { hasRole } from "../state/records/roles.ts";
import { listStocks } from "../state/records/stocks.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export function FirstStocks(): JSX.Element {
  const { none, make } = TOOL_TEXTS.stocks.first;
  if (!hasRole("rolling-stock:write")) {
    return (
      <>
        <p>{none}</p>
        <p class="quiet">{TOOL_TEXTS.stocks.no_role}</p>
      </>
    );
  }
  return <LongAct label={make} about={none} act={makeStocks} />;
}

async function makeStocks(progress: Progress): Promise<void> {
  const { default: sample } = await import("virtual:sample");
  await importStocks(JSON.stringify(sample.rolling_stocks), progress);
  await listStocks();
}
