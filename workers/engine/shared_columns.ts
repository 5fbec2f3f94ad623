/** Named columns of numbers in one shared buffer: a header with their lengths, then doubles, then words. */

/** Doubles must come before words, so that all are aligned. */
type Shape = Readonly<Record<string, typeof Float64Array | typeof Uint32Array>>;

interface ViewConstructor {
  readonly BYTES_PER_ELEMENT: number;
  new (
    buffer: SharedArrayBuffer,
    offset: number,
    length: number,
  ): { readonly byteLength: number; set(values: ArrayLike<number>): void };
}

export type Columns<S extends Shape> = { readonly [K in keyof S]: InstanceType<S[K]> };
type Contents<S extends Shape> = { readonly [K in keyof S]: ArrayLike<number> };
type Lengths<S extends Shape> = { readonly [K in keyof S]: number };

const ALIGNMENT = 8;

/** Columns of zeros. */
export function allocateColumns<S extends Shape>(shape: S, lengths: Lengths<S>): SharedArrayBuffer {
  const names = Object.keys(shape);
  const bytes = names.reduce(
    (sum, name) => sum + (shape[name]?.BYTES_PER_ELEMENT ?? 0) * (lengths[name] ?? 0),
    headerBytes(shape),
  );
  const buffer = new SharedArrayBuffer(bytes);
  new Uint32Array(buffer, 0, names.length).set(names.map((name) => lengths[name] ?? 0));
  return buffer;
}

/** A copy of the columns. */
export function packColumns<S extends Shape>(shape: S, contents: Contents<S>): SharedArrayBuffer {
  const names = Object.keys(shape);
  const lengths = Object.fromEntries(names.map((name) => [name, contents[name]?.length ?? 0]));
  // Safe: made from the keys of the shape.
  const buffer = allocateColumns(shape, lengths as Lengths<S>);
  const views = openColumns(shape, buffer);
  for (const name of names) views[name]?.set(contents[name] ?? []);
  return buffer;
}

/** Views of a buffer made with the same shape, or of a copy of it that begins at a byte of another one, aligned. */
export function openColumns<S extends Shape>(
  shape: S,
  buffer: SharedArrayBuffer,
  from = 0,
): Columns<S> {
  const names = Object.keys(shape);
  const lengths = new Uint32Array(buffer, from, names.length);
  let at = from + headerBytes(shape);
  const views = Object.entries<ViewConstructor>(shape).map(([name, View], i) => {
    const view = new View(buffer, at, lengths[i] ?? 0);
    at += view.byteLength;
    return [name, view];
  });
  // Safe: made with the shape's own constructors.
  return Object.fromEntries(views) as unknown as Columns<S>;
}

function headerBytes(shape: Shape): number {
  return ALIGNMENT * Math.ceil((4 * Object.keys(shape).length) / ALIGNMENT);
}
