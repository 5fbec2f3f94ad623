/** Floats on the graph: drawing a train, and which part of the graph is seen. */
import type { JSX } from "preact";
import { IconButton } from "../parts/icon.tsx";
import { stepDays } from "../state/follow_dates.ts";
import { may_write } from "../state/rights.ts";
import { selected_run } from "../state/selection.ts";
import { fitAll, goTo, showRun, zoomBy } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { is_drawing, toggleDrawing } from "./new_line.ts";

const ZOOM = 1.4;

export function ZoomBox(): JSX.Element {
  const run = selected_run.value;
  const texts = TEXTS.graph;
  return (
    <div class="float zoom" role="group" aria-label={texts.fit}>
      {may_write.value && (
        <>
          <IconButton
            icon="pencil"
            text={TEXTS.form.draw}
            aria-pressed={is_drawing.value}
            onClick={toggleDrawing}
          />
          <hr />
        </>
      )}
      <IconButton icon="left" text={texts.day_before} onClick={() => stepDays(-1)} />
      <IconButton icon="now" text={texts.now} onClick={() => goTo(Date.now())} />
      <IconButton icon="right" text={texts.day_after} onClick={() => stepDays(1)} />
      <hr />
      <IconButton icon="plus" text={texts.zoom_in} onClick={() => zoomBy(ZOOM)} />
      <IconButton icon="minus" text={texts.zoom_out} onClick={() => zoomBy(1 / ZOOM)} />
      <IconButton
        icon="fit_train"
        text={texts.fit_train}
        disabled={run === null}
        onClick={() => {
          if (run !== null) showRun(run);
        }}
      />
      <IconButton icon="fit" text={texts.fit} onClick={fitAll} />
    </div>
  );
}
