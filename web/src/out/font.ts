/** The font embedded in every PDF: Roboto, which covers Latin, Greek and Cyrillic. */
import address from "roboto-fontface/fonts/roboto/Roboto-Regular.woff?url";

export async function readFont(): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}
