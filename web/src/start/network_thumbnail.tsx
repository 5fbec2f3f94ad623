/** A network as a small drawing, read when its card comes into view. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { LINES_HEIGHT, LINES_WIDTH, readNetworkLines } from "./network_lines.ts";

export function NetworkThumbnail({ id }: { readonly id: number }): JSX.Element {
  const box = useRef<SVGSVGElement>(null);
  const [lines, setLines] = useState<string | null>(null);
  useEffect(() => {
    const work = new AbortController();
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      // A card without a drawing opens its network as well.
      readNetworkLines(id, work.signal).then(setLines, () => undefined);
    });
    if (box.current !== null) observer.observe(box.current);
    return () => {
      observer.disconnect();
      work.abort();
    };
  }, [id]);
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
