// Method: three built servers on one database and one real Valkey or Redis; twenty times one is killed while it does work of another's request for 5,000 trains; each answer is compared with that of a server that shares nothing.
import { describe, it } from "vitest";
import { has_valkey } from "../helpers/valkey_process.ts";
import { killInRounds } from "./kill_rounds.ts";

describe.skipIf(!has_valkey)("a server that is killed with work of another's request", () => {
  it("costs that request no train, twenty times of 5,000", async () => {
    await killInRounds({ trains: 5000, kills: 20 });
  });
});
