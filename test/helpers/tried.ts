/** How many seeds a property is tried on: `few` in `npm test`, `many` in `npm run test:long`, which runs the same file. */
export function countTries(counts: { readonly few: number; readonly many: number }): number {
  return process.env["TRIES"] === "many" ? counts.many : counts.few;
}
