/**
 * A train's power supply along its path, and the resulting effort curves (engine.md 4.3): voltages,
 * neutral sections, electrical profiles and power restrictions are cut at all their borders, and
 * the curve is chosen per piece. The same pieces give `electrical_profiles` (5.8).
 */
import { stringAt } from "../infra/infra.ts";
import type { PathPartition, PathRanges } from "../path/path_attributes.ts";
import { mapOntoPath, type UndirectedRanges } from "../path/path_signals.ts";
import type { TrainPath } from "../path/train_path.ts";
import { type CompiledStock, chooseCurve, type PowerSupply } from "../physics/rolling_stock.ts";
import type { EffortRanges } from "../physics/train_forces.ts";
import { RangeMap } from "../range_map.ts";
import { fromMilli } from "../units.ts";

/** Electrical profile levels of one power class: range i has the level `values[i]`; later ones win. */
export interface ProfileLevels extends UndirectedRanges {
  readonly values: readonly string[];
}

/** An electrical profile set by power class; tracks are indices of one network version. */
export type ProfileSet = ReadonlyMap<string, ProfileLevels>;

export interface PowerRestriction {
  readonly from_mm: number;
  readonly to_mm: number;
  readonly value: string;
}

/** The network's share: voltages as string indices (-1 = none) and neutral sections. */
export interface PathElectrification {
  readonly path: TrainPath;
  readonly voltages: PathPartition;
  readonly neutrals: PathRanges;
}

export interface PowerSettings {
  readonly stock: CompiledStock;
  readonly comfort: string;
  /** null when electrical profiles are not used. */
  readonly profiles: ProfileSet | null;
  readonly restrictions: readonly PowerRestriction[];
}

export const NO_PROFILE = 0;
export const PROFILE_UNHANDLED = 1;
export const PROFILE_HANDLED = 2;

/** `electrical_profiles` of the answer. */
export interface AnsweredElectricalProfiles {
  /** [nPieces - 1] inner ends, mm. */
  readonly boundaries_mm: readonly number[];
  /** [nPieces] NO_PROFILE, PROFILE_UNHANDLED or PROFILE_HANDLED. */
  readonly kinds: readonly number[];
  /** [nPieces] null where there is no profile. */
  readonly profiles: readonly (string | null)[];
}

export interface PowerAlongPath {
  readonly efforts: EffortRanges;
  readonly answered: AnsweredElectricalProfiles;
}

/** Chooses the effort curves along the path. */
export function choosePower(from: PathElectrification, settings: PowerSettings): PowerAlongPath {
  const { stock, comfort } = settings;
  const { ends_mm, supplies } = cutSupplies(from, settings);
  const boundaries_m = [0];
  const curves: number[] = [];
  const boundaries_mm: number[] = [];
  const kinds: number[] = [];
  const profiles: (string | null)[] = [];
  for (let i = 0; i < supplies.length; i++) {
    const supply = supplies[i]!;
    const chosen = chooseCurve(stock, supply, comfort);
    if (curves[curves.length - 1] === chosen.curveIdx) boundaries_m.pop();
    else curves.push(chosen.curveIdx);
    boundaries_m.push(fromMilli(ends_mm[i]!));
    const powered = supply.voltage !== null && !supply.is_neutral;
    const kind = powered
      ? chosen.handlesProfile
        ? PROFILE_HANDLED
        : PROFILE_UNHANDLED
      : NO_PROFILE;
    const profile = powered ? supply.profile : null;
    const last = kinds.length - 1;
    if (last >= 0 && kinds[last] === kind && profiles[last] === profile) boundaries_mm.pop();
    else {
      kinds.push(kind);
      profiles.push(profile);
    }
    boundaries_mm.push(ends_mm[i]!);
  }
  boundaries_mm.pop();
  return {
    efforts: { boundaries_m: Float64Array.from(boundaries_m), curves: Int32Array.from(curves) },
    answered: { boundaries_mm, kinds, profiles },
  };
}

interface Supplies {
  /** [n] ends of the pieces; the last is the path's length. */
  readonly ends_mm: readonly number[];
  readonly supplies: readonly PowerSupply[];
}

/** Cuts the path at every border and finds the supply of each piece. */
function cutSupplies(from: PathElectrification, settings: PowerSettings): Supplies {
  const { path, voltages, neutrals } = from;
  const restrictions = mapRestrictions(settings, path.length_mm);
  const profiles = mapProfiles(path, settings, restrictions);
  const ends_mm = findBorders(path.length_mm, [
    voltages.boundaries_mm,
    neutrals.from_mm,
    neutrals.to_mm,
    restrictions.bounds_mm,
    profiles.bounds_mm,
  ]);
  const supplies: PowerSupply[] = [];
  let voltage = 0;
  let neutral = 0;
  const inRestrictions = new Pointer(restrictions);
  const inProfiles = new Pointer(profiles);
  let begin_mm = 0;
  for (const end_mm of ends_mm) {
    while (voltages.boundaries_mm[voltage + 1]! <= begin_mm) voltage++;
    while (neutral < neutrals.to_mm.length && neutrals.to_mm[neutral]! <= begin_mm) neutral++;
    const string = voltages.values[voltage]!;
    supplies.push({
      voltage: string < 0 ? null : stringAt(path.infra, string),
      is_neutral: neutral < neutrals.to_mm.length && neutrals.from_mm[neutral]! <= begin_mm,
      restriction: inRestrictions.valueFrom(begin_mm),
      profile: inProfiles.valueFrom(begin_mm),
    });
    begin_mm = end_mm;
  }
  return { ends_mm, supplies };
}

/** Reads a range map at ascending positions. */
class Pointer {
  #at = 0;
  readonly #map: RangeMap<string>;

  constructor(map: RangeMap<string>) {
    this.#map = map;
  }

  /** Value of the range that contains x or begins there. */
  valueFrom(x_mm: number): string | null {
    const { bounds_mm, values } = this.#map;
    while (this.#at < values.length && bounds_mm[this.#at + 1]! <= x_mm) this.#at++;
    return this.#at < values.length && bounds_mm[this.#at]! <= x_mm ? values[this.#at]! : null;
  }
}

/** Sorted distinct borders strictly inside the path, then its length. */
function findBorders(length_mm: number, lists: readonly ArrayLike<number>[]): number[] {
  const all_mm: number[] = [length_mm];
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      if (list[i]! > 0 && list[i]! < length_mm) all_mm.push(list[i]!);
    }
  }
  if (all_mm.length === 1) return all_mm;
  all_mm.sort((a, b) => a - b);
  return all_mm.filter((x_mm, i) => i === 0 || x_mm !== all_mm[i - 1]);
}

function mapRestrictions(settings: PowerSettings, length_mm: number): RangeMap<string> {
  const map = new RangeMap<string>();
  for (const { from_mm, to_mm, value } of settings.restrictions) {
    map.put(Math.max(0, from_mm), Math.min(length_mm, to_mm), value);
  }
  return map;
}

/** Profile levels along the path: of the stock's power class, or within a restriction of the restriction's class. */
function mapProfiles(
  path: TrainPath,
  { profiles, stock }: PowerSettings,
  restrictions: RangeMap<string>,
): RangeMap<string> {
  const map = new RangeMap<string>();
  if (profiles === null) return map;
  const base = stock.base_power_class === null ? undefined : profiles.get(stock.base_power_class);
  if (base !== undefined) putLevels(map, path, base);
  /** Levels of a class along the path, computed once: thousands of restrictions refer to a few classes. */
  const mapped = new Map<ProfileLevels, RangeMap<string>>();
  for (let i = 0; i < restrictions.values.length; i++) {
    const code = restrictions.values[i];
    if (code === null || code === undefined) continue;
    const powerClass = Object.hasOwn(stock.power_restrictions, code)
      ? stock.power_restrictions[code]!
      : stock.base_power_class;
    const levels = (powerClass === null ? undefined : profiles.get(powerClass)) ?? base;
    if (levels === undefined || levels === base) continue;
    let along = mapped.get(levels);
    if (along === undefined) {
      along = new RangeMap<string>();
      putLevels(along, path, levels);
      mapped.set(levels, along);
    }
    copyWindow(along, map, restrictions.bounds_mm[i]!, restrictions.bounds_mm[i + 1]!);
  }
  for (let i = 0; i < map.values.length; i++) {
    if (map.values[i] === NO_LEVEL) map.values[i] = null;
  }
  return map;
}

/** Erases the base class's level within a restriction; level names in sets are never empty. */
const NO_LEVEL = "";

function putLevels(map: RangeMap<string>, path: TrainPath, levels: ProfileLevels): void {
  const mapped = mapOntoPath(path, levels);
  for (let i = 0; i < mapped.values.length; i++) {
    map.put(mapped.from_mm[i]!, mapped.to_mm[i]!, levels.values[mapped.values[i]!]!);
  }
}

/** Replaces the content of a map within a window by that of another one. */
function copyWindow(
  from: RangeMap<string>,
  to: RangeMap<string>,
  begin_mm: number,
  end_mm: number,
): void {
  const { bounds_mm, values } = from;
  to.put(begin_mm, end_mm, NO_LEVEL);
  for (let i = from.findRange(begin_mm); i < values.length && bounds_mm[i]! < end_mm; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    to.put(Math.max(begin_mm, bounds_mm[i]!), Math.min(end_mm, bounds_mm[i + 1]!), value);
  }
}
