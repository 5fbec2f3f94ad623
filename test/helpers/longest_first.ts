/**
 * Starts the files that take longest before all others, so that no process is left with one of them at the
 * end. Without results of an earlier run vitest would go by the size of files, which says little.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest of the runs on two cores, in order. */
const LONGEST = [
  "platform/http/raw_sockets",
  "accounts/authz/matrix",
  "platform/http/event_loop",
  "platform/http/process",
  "web/journeys.e2e",
  "train_runs/shared_cluster.e2e",
  "train_runs/shared_work.e2e",
  "other_nodes.e2e",
  "readme.e2e",
].map((name) => `/test/${name}.test.ts`);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((end) => moduleId.endsWith(end));
      return at < 0 ? LONGEST.length : at;
    };
    return others.toSorted((a, b) => rank(a) - rank(b));
  }
}
