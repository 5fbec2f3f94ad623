/** What soaks share: reads that must succeed, and the memory of servers over time. */
import type { ServerProcess } from "./server_process.ts";

/** Caches fill, code is compiled, the heap finds its size. */
const WARM_UP = 0.3;
/** Of the memory after the warm-up: growth of the heap that its next collection takes back. */
const GROWTH_MAX = 1.1;
const GROWTH_MB = 20;

/** What else is asked all the time; each must succeed. */
const READS = [
  "/ready",
  "/metrics",
  "/projects?page_size=100",
  "/timetable?page_size=100",
  "/openapi.json",
  "/infra",
];

export async function readAll({ url }: ServerProcess): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of READS) {
    const answer = await fetch(url + path);
    await answer.arrayBuffer();
    if (answer.status !== 200) wrong.push(`${path}: ${answer.status}`);
  }
  return wrong;
}

interface Growth {
  /** Medians of the first and the last third after the warm-up. */
  readonly before_mb: number;
  readonly after_mb: number;
}

/** Samples of the memory of servers that run all the time. */
export class MemoryWatch {
  readonly #samples: readonly { readonly server: ServerProcess; readonly values_mb: number[] }[];

  constructor(servers: readonly ServerProcess[]) {
    this.#samples = servers.map((server) => ({ server, values_mb: [] }));
  }

  sample(): void {
    for (const { server, values_mb } of this.#samples) values_mb.push(server.memory_mb());
  }

  /** One a server. */
  get growths(): readonly Growth[] {
    return this.#samples.map(({ values_mb }) => {
      const warm = values_mb.slice(Math.floor(values_mb.length * WARM_UP));
      const third = Math.ceil(warm.length / 3);
      return { before_mb: median(warm.slice(0, third)), after_mb: median(warm.slice(-third)) };
    });
  }

  findGrowing(): Growth[] {
    // Written so that a missing figure is found, too.
    return this.growths.filter(
      ({ before_mb, after_mb }) => !(after_mb < before_mb * GROWTH_MAX + GROWTH_MB),
    );
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
