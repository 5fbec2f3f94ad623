/** Objects of a NeTEx delivery by kind and id, wherever they stand in its frames. */
import { elementsAt, textOf, type XmlElement } from "../xml_tree.ts";

/** Kinds that stand for each other. */
const SAME: Readonly<Record<string, string>> = {
  ServiceJourneyPattern: "JourneyPattern",
  ServiceLink: "TimingLink",
  TemplateServiceJourney: "ServiceJourney",
};
const KINDS: ReadonlySet<string> = new Set([
  "ServiceJourney",
  "TemplateServiceJourney",
  "HeadwayJourneyGroup",
  "DatedServiceJourney",
  "JourneyPattern",
  "ServiceJourneyPattern",
  "StopPointInJourneyPattern",
  "ScheduledStopPoint",
  "PassengerStopAssignment",
  "Route",
  "Line",
  "TrainNumber",
  "TimeDemandType",
  "TimingLink",
  "ServiceLink",
  "OperatingDay",
  "OperatingPeriod",
  "DayType",
  "DayTypeAssignment",
  "DefaultLocale",
]);

export class NetexObjects {
  readonly #lists = new Map<string, XmlElement[]>();
  readonly #byId = new Map<string, Map<string, XmlElement>>();
  readonly #assigned = new Map<string, readonly string[]>();

  /** Of all files of a delivery together. */
  constructor(roots: readonly XmlElement[]) {
    for (const root of roots) this.#collect(root);
    for (const assignment of this.all("PassengerStopAssignment")) {
      const id = refOf(assignment, "ScheduledStopPointRef");
      const places = ["StopPlaceRef", "QuayRef"].flatMap((name) => refOf(assignment, name) ?? []);
      if (id !== null) this.#assigned.set(id, places);
    }
  }

  #collect(element: XmlElement): void {
    const { name, children } = element;
    if (KINDS.has(name)) {
      const kind = SAME[name] ?? name;
      const list = this.#lists.get(kind) ?? [];
      this.#lists.set(kind, list);
      list.push(element);
      const ids = this.#byId.get(kind) ?? new Map<string, XmlElement>();
      this.#byId.set(kind, ids);
      ids.set(textOf(element, "id") ?? "", element);
    }
    for (const child of children) this.#collect(child);
  }

  all(kind: string): readonly XmlElement[] {
    return this.#lists.get(kind) ?? [];
  }

  find(kind: string, id: string | null): XmlElement | undefined {
    return id === null ? undefined : this.#byId.get(kind)?.get(id);
  }

  /** Stop place and quay of a scheduled stop point. */
  assignmentOf(id: string): readonly string[] {
    return this.#assigned.get(id) ?? [];
  }
}

/** What a child refers to; null: there is no such child. */
export function refOf(element: XmlElement | undefined, name: string): string | null {
  const [ref] = element === undefined ? [] : elementsAt(element, name);
  return ref === undefined ? null : textOf(ref, "ref");
}

export function childText(element: XmlElement, name: string): string {
  return elementsAt(element, name)[0]?.text ?? "";
}
