/** What is read once an element comes into view, and only if it does. */
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Null: not read yet, or it can't be. Read again where `key` changes. */
export function useReadInView<T>(
  key: number,
  read: (signal: AbortSignal) => Promise<T>,
): readonly [box: RefObject<SVGSVGElement | null>, found: T | null] {
  const box = useRef<SVGSVGElement>(null);
  const [found, setFound] = useState<T | null>(null);
  useEffect(() => {
    const work = new AbortController();
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      // A card without a drawing opens what it stands for as well.
      read(work.signal).then(setFound, () => undefined);
    });
    if (box.current !== null) observer.observe(box.current);
    return () => {
      observer.disconnect();
      work.abort();
    };
  }, [key]);
  return [box, found];
}
