import { afterAll, beforeAll } from "vitest";

/** What the tests of a file or block share: started before them, closed after them, used as if it were there. */
export function opened<T extends { close(): Promise<void> }>(start: () => Promise<T>): T {
  let open: T | undefined;
  beforeAll(async () => {
    open = await start();
  });
  afterAll(async () => {
    await open?.close();
  });
  // Its own members are those of what is open.
  return new Proxy({} as T, {
    get: (_, key) => {
      if (open === undefined) throw new Error(`${String(key)} is asked for before the tests`);
      const member: unknown = Reflect.get(open, key);
      return typeof member === "function" ? member.bind(open) : member;
    },
  });
}
