/**
 * postgres.js 3.4.9 throws out of a timer when it writes to a connection that has just died; the
 * server's process lets exactly that one pass (`isDriverSocketError`), and so do the tests that kill
 * connections. It arrives here as a plain object, after its way between processes.
 */
export function onUnhandledError(error: {
  readonly name?: string;
  readonly message?: string;
  readonly stack?: string;
}): false | undefined {
  const is_known =
    error.name === "TypeError" &&
    error.message === "Cannot read properties of null (reading 'write')" &&
    /postgres[\\/](src|cjs[\\/]src)[\\/]connection\.js/.test(error.stack ?? "");
  return is_known ? false : undefined;
}
