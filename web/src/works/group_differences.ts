/** What differs between two groups of works or limits, field by field; works are matched by their names. */
import { printMoment } from "../graph/clock.ts";
import type { Closure } from "../state/works/closure_groups.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

interface Told {
  readonly field: string;
  readonly old: string;
  readonly new: string;
}

export function tellGroupDifferences(
  before: readonly Closure[],
  after: readonly Closure[],
  nameTracks: (closure: Closure) => string,
): Told[] {
  const [was, is] = [byName(before), byName(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [own, next] = [was.get(name), is.get(name)];
    const [old, fresh] = [fieldsOf(own, nameTracks), fieldsOf(next, nameTracks)];
    return Object.keys({ ...old, ...fresh }).flatMap((field): Told[] => {
      const [a = "", b = ""] = [old[field], fresh[field]];
      return a === b ? [] : [{ field: `${name}: ${field}`, old: a, new: b }];
    });
  });
}

/** Works of one name are told apart by their order. */
function byName(closures: readonly Closure[]): ReadonlyMap<string, Closure> {
  const named = new Map<string, Closure>();
  for (const one of closures) {
    let name = one.name;
    for (let n = 2; named.has(name); n++) name = `${one.name} (${n})`;
    named.set(name, one);
  }
  return named;
}

function fieldsOf(
  one: Closure | undefined,
  nameTracks: (closure: Closure) => string,
): Readonly<Record<string, string>> {
  if (one === undefined) return {};
  const { kind, from_ms, to_ms, speed_m_s } = one;
  return {
    [TOOL_TEXTS.conflicts.type]: TOOL_TEXTS.works.kinds[kind],
    [TOOL_TEXTS.print.from_ms]: printMoment(from_ms, 0),
    [TOOL_TEXTS.print.to_ms]: printMoment(to_ms, 0),
    [TOOL_TEXTS.train_fields.path]: nameTracks(one),
    ...(speed_m_s !== null && {
      [TOOL_TEXTS.works.speed_km_h]: TOOL_TEXTS.works.speed(Math.round(speed_m_s * 3.6)),
    }),
  };
}
