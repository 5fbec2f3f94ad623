/** A view whose code is loaded when it is first opened. A failure to load is shown, with a way to retry. */
import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { addressOf } from "../api/client.ts";
import { TEXTS } from "../texts.ts";

const AGAIN_MS = 3_000;

export function whenLoaded<Name extends string, Props extends object = object>(
  load: () => Promise<Readonly<Record<Name, FunctionComponent<Props>>>>,
  name: Name,
): FunctionComponent<Props> {
  const loaded = signal<FunctionComponent<Props> | null>(null);
  const state = signal<"loading" | "failed" | "outdated">("loading");
  let loading = load;
  const read = async (): Promise<void> => {
    try {
      loaded.value = (await loading())[name];
    } catch (error) {
      loading = loadAnew(error) ?? load;
      state.value = (await isOutdated()) ? "outdated" : "failed";
    }
  };
  return function Loaded(props) {
    const [View, now] = [loaded.value, state.value];
    useEffect(() => {
      if (View !== null) return undefined;
      void read();
      const timer = setInterval(() => void read(), AGAIN_MS);
      return () => clearInterval(timer);
    }, [View]);
    if (View !== null) return <View {...props} />;
    if (now === "loading") {
      return (
        <p class="quiet" role="status">
          …
        </p>
      );
    }
    return (
      <div class="page">
        <p class="notice failed" role="alert">
          {now === "failed" ? TEXTS.faults.view : TEXTS.faults.new_build}
        </p>
        <button type="button" onClick={() => location.reload()}>
          {TEXTS.faults.reload}
        </button>
      </div>
    );
  };
}

/** Browsers remember that an address failed to load, and name it in the error: a query makes it a new one. */
function loadAnew<Loaded>(error: unknown): (() => Promise<Loaded>) | null {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
  if (address === undefined) return null;
  return async () => (await import(/* @vite-ignore */ `${address}?${Date.now()}`)) as Loaded;
}

/** Whether the server has another build than the running one, whose files are then gone. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
  try {
    const answer = await fetch(addressOf("/"), { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    return false;
  }
}
