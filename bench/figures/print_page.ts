/** docs/figures.md, made of what was measured. */
import { BESIDE_REFERENCE, FIGURES, type Figure, type Row } from "./figures.ts";

/** What was obtained of a figure, when and on what. */
export interface Measured {
  readonly on: string;
  readonly rows: readonly Row[];
}

const HEAD = `# Figures

What was measured, for those who decide whether to use Marey. \`npm run figures\` runs the measurements and writes this
page from what they print; \`npm run figures -- energy\` runs one of them. Nobody edits it by hand. All other measurements,
with what was tried: [bench/README.md](../bench/README.md).

Some need data of others, which does not lie in the repository. Without that data a measurement is skipped, and the
former figure stays.
`;

const BESIDE = `## Times as fast as the reference

The time that a request takes, beside the reference engine on the same machine. Both are warm and use one thread, and
CPU time is compared. It was measured from outside in November 2026 on a quiet machine. No command here repeats it,
because the reference is not part of this repository. The goal is 20 times; most rows do not reach it.
`;

/** Returns the page; a figure that was never measured is left out. */
export function printPage(measured: Readonly<Record<string, Measured>>): string {
  const parts = FIGURES.flatMap((figure) => {
    const known = measured[figure.name];
    return known === undefined ? [] : [printFigure(figure, known)];
  });
  return [HEAD, ...parts, `${BESIDE}\n${printRows(BESIDE_REFERENCE)}`].join("\n");
}

function printFigure(figure: Figure, { on, rows }: Measured): string {
  const { name, heading, meaning, how } = figure;
  return `## ${heading}

${meaning}

${how} ${on}. Again: \`npm run figures -- ${name}\`.

${printRows(rows)}`;
}

function printRows(rows: readonly Row[]): string {
  const lines = rows.map(([value, meaning]) => `| ${value} | ${meaning} |\n`);
  return `| figure | what it is |\n|---|---|\n${lines.join("")}`;
}
