/** What is typed into a field before it takes effect, on leaving the field or pressing Enter. */
import { useState } from "preact/hooks";

interface On {
  readonly currentTarget: HTMLInputElement;
}

interface Typed {
  readonly value: string;
  readonly onInput: (event: On) => void;
  readonly onChange: (event: On) => void;
  readonly onBlur: () => void;
}

/** Unfinished input survives a redraw of the form; refused input does not. */
export function useTyped(shown: string, onDone: (text: string) => void): Typed {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? shown,
    onInput: (event: On) => setTyped(event.currentTarget.value),
    onChange: (event: On) => {
      const text = event.currentTarget.value;
      setTyped(null);
      if (text !== shown) onDone(text);
    },
    onBlur: () => setTyped(null),
  };
}
