/** Operational points whose names are like a word that names none of them: for people to choose from. */
import { addTo } from "../network/add_to.ts";

export const CANDIDATES_MAX = 5;
/** Share of the pairs of letters that two names have in common, from 0 to 1. */
const ALIKE_MIN = 0.4;
/** Letters of a name that are compared. */
const NAME_MAX = 100;

export interface Named {
  readonly id: string;
  readonly name: string | null;
}

export class StationCandidates {
  readonly #stations: readonly Named[];
  /** Pairs of letters of a name, each once. */
  readonly #counts: readonly number[];
  /** Pair of letters → indices of stations. */
  readonly #byPair = new Map<string, number[]>();

  constructor(stations: readonly Named[]) {
    this.#stations = stations;
    this.#counts = stations.map(({ name }, i) => {
      const pairs = pairsOf(name ?? "");
      for (const pair of pairs) addTo(this.#byPair, pair, i);
      return pairs.size;
    });
  }

  /** The most similar first. */
  list(word: string): readonly Named[] {
    const pairs = pairsOf(word);
    const common = new Map<number, number>();
    for (const pair of pairs) {
      for (const i of this.#byPair.get(pair) ?? []) common.set(i, (common.get(i) ?? 0) + 1);
    }
    return [...common]
      .map(([i, count]) => ({ i, share: (2 * count) / (pairs.size + (this.#counts[i] ?? 0)) }))
      .filter(({ share }) => share >= ALIKE_MIN)
      .toSorted((a, b) => b.share - a.share || a.i - b.i)
      .slice(0, CANDIDATES_MAX)
      .flatMap(({ i }) => this.#stations[i] ?? [])
      .map(({ id, name }) => ({ id, name }));
  }
}

/** Of letters and digits without accents; blanks stand at the ends of words, which count more so. */
function pairsOf(name: string): ReadonlySet<string> {
  const plain = name.slice(0, NAME_MAX).normalize("NFKD").toLowerCase();
  const words = plain.replaceAll(/\p{M}/gu, "").match(/[\p{L}\p{N}]+/gu) ?? [];
  const text = ` ${words.join(" ")} `;
  return new Set(Array.from(text).flatMap((one, i, all) => (i === 0 ? [] : `${all[i - 1]}${one}`)));
}
