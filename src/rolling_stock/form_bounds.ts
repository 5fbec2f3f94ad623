/**
 * Bounds of the values of a vehicle's form, and how their breaches are told: by field, all at once.
 * Forms of rolling stocks and of towed rolling stocks share them. The upper bounds are far beyond any
 * vehicle: they keep the physics away from overflow.
 */

/** Lower bound (`above` excludes it) and upper bound. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly above?: boolean;
}

export const LIMITS = {
  length_m: { min: 0, max: 100_000 },
  mass_kg: { min: 0, max: 1e9 },
  speed_m_s: { min: 0, max: 1_000 },
  acceleration_m_s2: { min: 0, max: 100 },
  inertia_coefficient: { min: 1, max: 1_000 },
  resistance: { min: 0, max: 1e9 },
} as const satisfies Readonly<Record<string, Bounds>>;

/** Messages by field. */
export type FormFaults = Record<string, string[]>;

export type Tell = (field: string, message: string) => void;

/** Collects what the checks tell, in their order. */
export function collectFaults(check: (tell: Tell) => void): FormFaults {
  // no prototype: `__proto__` is a key like any other
  const faults: FormFaults = Object.create(null);
  check((field, message) => {
    faults[field] = [...(faults[field] ?? []), message];
  });
  return faults;
}

/** Field, value (null: absent, which breaks nothing), bounds. */
export type ScalarRule = readonly [string, number | null, Bounds];

export function checkBounds(rules: readonly ScalarRule[], tell: Tell): void {
  for (const [field, value, bounds] of rules) {
    const breach = value === null ? null : outOfBounds(value, bounds);
    if (breach !== null) tell(field, breach);
  }
}

/** A formula of Davis: A + B v + C v², none of them negative. */
export function checkRollingResistance(
  form: {
    readonly rolling_resistance: {
      readonly type: string;
      readonly A: number;
      readonly B: number;
      readonly C: number;
    };
  },
  tell: Tell,
): void {
  const { type, A, B, C } = form.rolling_resistance;
  if (type !== "davis") tell("rolling_resistance", "type must be davis");
  for (const [name, value] of [
    ["A", A],
    ["B", B],
    ["C", C],
  ] as const) {
    const breach = outOfBounds(value, LIMITS.resistance);
    if (breach !== null) tell("rolling_resistance", `${name} ${breach}`);
  }
}

/** What is wrong with a value, or null. */
export function outOfBounds(value: number, { min, max, above = false }: Bounds): string | null {
  if (above ? value <= min : value < min) return `must be ${above ? "above" : "at least"} ${min}`;
  return value > max ? `must be at most ${max}` : null;
}
