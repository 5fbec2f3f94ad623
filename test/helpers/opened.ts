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
  const found = (): T => {
    if (open === undefined) throw new Error("what is opened is asked for before the tests");
    return open;
  };
  return new Proxy({} as T, {
    get: (_, key) => {
      const member: unknown = Reflect.get(found(), key);
      return typeof member === "function" ? member.bind(open) : member;
    },
    // For those who spread it.
    ownKeys: () => Reflect.ownKeys(found()),
    getOwnPropertyDescriptor: (_, key) => {
      const own = Reflect.getOwnPropertyDescriptor(found(), key);
      return own && { ...own, configurable: true };
    },
  });
}
