/** Headings of the API document; an operation belongs to one by the first segment of its path. */
export interface Tag {
  /** The first segment of its paths. */
  readonly name: string;
  readonly description: string;
  /** Other first segments of its paths. */
  readonly segments?: readonly string[];
}

/** The tag of a path, ignoring a leading version. Throws if no room lists it. */
export function tagOf(path: string, tags: readonly Tag[]): string {
  const [first = "", second = ""] = path.slice(1).split("/");
  const segment = /^v\d+$/.test(first) ? second : first;
  const tag = tags.find(
    ({ name, segments = [] }) => name === segment || segments.includes(segment),
  );
  if (tag === undefined) throw new Error(`${path} has no tag: list it beside its room's endpoints`);
  return tag.name;
}
