// A network that V8 keeps as a hash table is read half as fast: it must stay a struct however many are opened.
import { setFlagsFromString } from "node:v8";
import { runInThisContext } from "node:vm";
import { expect, it } from "vitest";
import { openInfra } from "../../../../workers/engine/infra/infra.ts";
import { compileLine } from "../line_network.ts";

it("stays a struct, however many networks a thread opens", () => {
  setFlagsFromString("--allow-natives-syntax");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a function of V8 has no type
  const isStruct = runInThisContext("(o) => %HasFastProperties(o)") as (o: object) => boolean;
  const networks = Array.from({ length: 30 }, (_, i) =>
    openInfra(compileLine({ length_m: 1000 + i }).buffer),
  );
  expect(networks.map(isStruct)).toEqual(networks.map(() => true));
});
