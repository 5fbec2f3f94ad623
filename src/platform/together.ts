/**
 * The values of concurrent promises. If several fail, the error of the first in the list counts, so
 * that an answer does not depend on which was faster.
 */
export async function together<const Values extends readonly unknown[]>(
  work: {
    readonly [K in keyof Values]: Promise<Values[K]>;
  },
): Promise<Values> {
  const settled = await Promise.allSettled(work);
  const failed = settled.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  // One value for each promise, in order.
  return settled.map((one) => one.status === "fulfilled" && one.value) as unknown as Values;
}
