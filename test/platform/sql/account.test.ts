// Method: system folders made for temporary data, whose project then goes.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { listAbandoned, makeSystemStateDir } from "../../../src/platform/db/account.ts";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";

describe("a system folder of the embedded database", () => {
  it("is abandoned when the temporary folder that it was made for is gone, not before", () => {
    const project = mkdtempSync(join(tmpdir(), "marey-account-"));
    const folder = makeSystemStateDir(join(project, "postgres"));
    const other = makeSystemStateDir(join(project, "another"));
    try {
      expect(dirname(folder)).toBe(dirname(other));
      expect(listAbandoned(other)).not.toContain(folder);
      rmSync(join(project, "postgres"), { recursive: true });
      expect(listAbandoned(other)).toContain(folder);
      expect(listAbandoned(other)).not.toContain(other);
    } finally {
      for (const one of [project, folder, other]) rmSync(one, { recursive: true, force: true });
    }
  });

  // A copy of the project may be a temporary folder itself.
  const is_temporary = PROJECT_ROOT.startsWith(join(tmpdir(), "/"));
  it.skipIf(is_temporary)("is never abandoned when its data is no temporary one", () => {
    const data_dir = join(PROJECT_ROOT, ".marey/account_test");
    const folder = makeSystemStateDir(data_dir);
    try {
      rmSync(data_dir, { recursive: true });
      expect(listAbandoned(folder)).not.toContain(folder);
      expect(existsSync(folder)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
