/** Drawn networks, written as a reference folder would hold them, and requests on each. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Networks } from "../../bench/recorded/networks.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { DrawnNetwork } from "./drawn_network.ts";
import { DrawnRequests } from "./drawn_stdcm.ts";

const REQUESTS_EACH = 8;

/** How much was judged, by kind, and every problem. */
export interface DrawnCounts {
  readonly counts: Record<string, number>;
  readonly problems: string[];
}

/** Judges requests on the networks of some seeds. */
export function judgeDrawn(from: number, to: number): DrawnCounts {
  const counts: Record<string, number> = {};
  const problems: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), "drawn-"));
  try {
    for (let seed = from; seed < to; seed++) {
      const random = makeRandom(seed);
      const infra = `drawn_${seed}`;
      const drawn = new DrawnNetwork(random);
      mkdirSync(join(folder, "infras", infra), { recursive: true });
      const text = JSON.stringify({ version: "3.4.12", ...drawn.railjson });
      writeFileSync(join(folder, "infras", infra, "infra.json"), text);
      const requests = new DrawnRequests(random, drawn, { networks: new Networks(folder), infra });
      for (let i = 0; i < REQUESTS_EACH; i++) {
        const judged = requests.next(`${infra}.${i}`);
        for (const kind of judged.kinds) counts[kind] = (counts[kind] ?? 0) + 1;
        problems.push(...judged.problems.map((one) => `${infra}.${i}: ${one}`));
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { counts, problems };
}
