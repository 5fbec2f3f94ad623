/** A network as a small drawing, read when its card comes into view. */
import type { JSX } from "preact";
import { LINES_HEIGHT, LINES_WIDTH, readNetworkLines } from "./network_lines.ts";
import { useReadInView } from "./read_in_view.ts";

export function NetworkThumbnail({ id }: { readonly id: number }): JSX.Element {
  const [box, lines] = useReadInView(id, (signal) => readNetworkLines(id, signal));
  return (
    <svg
      ref={box}
      class="thumbnail network"
      viewBox={`0 0 ${LINES_WIDTH} ${LINES_HEIGHT}`}
      aria-hidden="true"
    >
      {lines !== null && <path d={lines} />}
    </svg>
  );
}
