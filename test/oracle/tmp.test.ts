import { it } from "vitest";
import tags from "../../src/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import { readRecordedSimulations } from "../../bench/recorded_simulations.ts";
import { findReference } from "../conformance/cases.ts";
import { runSimulation } from "../conformance/simulation.ts";
import { makeNetwork, type Network } from "./network.ts";
import { simulateOracle } from "./simulate.ts";
import { makePath } from "./train.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
it("x", () => {
  const s = { n: 0, own: 0, mine: 0, ownMrsp: 0, mineMrsp: 0, mineFail: 0, ownOnly: [] as string[], mineOnly: [] as string[], none: [] as string[] , energy: 0, worst: 0 };
  for (const f of ["reference", "reference2"]) {
    const folder = findReference(f);
    const nets = new Map<string, Network>();
    for (const c of readRecordedSimulations(folder, tags)) {
      const r = c.recorded; const resp = r.response as any;
      if (r.http_status === 500 || !resp.base) continue;
      const net = nets.get(r.infra) ?? makeNetwork(JSON.parse(readFileSync(join(folder, "infras", r.infra, "infra.json"), "utf8")));
      nets.set(r.infra, net);
      const inp = c.input;
      const prof = inp.profiles ? JSON.parse(new TextDecoder().decode(inp.profiles.json)) : null;
      const mine = simulateOracle(makePath(net, r.request.path.track_section_ranges as any, r.request.path.routes.map((id) => net.routes.find((x) => x.id === id)!)), inp.stocks[0]!, inp.trains[0]!, prof) as any;
      const own = runSimulation(c) as any;
      s.n++;
      const eq = (a: any) => JSON.stringify([a.base?.positions, a.base?.times, a.base?.path_item_times]) === JSON.stringify([resp.base.positions, resp.base.times, resp.base.path_item_times]);
      if (mine.kind !== "success") { s.mineFail++; continue; }
      const [o, m] = [eq(own), eq(mine)];
      if (o) s.own++; if (m) s.mine++;
      if (o && !m) s.ownOnly.push(r.name); if (m && !o) s.mineOnly.push(r.name); if (!m && !o) s.none.push(r.name);
    }
  }
  console.log(JSON.stringify(s, null, 1));
});
