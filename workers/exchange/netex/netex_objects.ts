/** Objects of a NeTEx delivery by kind and id, wherever they stand in its frames. */

import { elementsAt, textOf, type XmlElement } from "../xml_tree.ts";
import { TIMETABLE } from "./own_words.ts";

/** Deliveries have days and stops in a file of their own. */
const WHOLE = "import the whole delivery, with the file that its files share, as a ZIP";

/** Kinds that stand for each other. */
const SAME: Readonly<Record<string, string>> = {
  ServiceJourneyPattern: "JourneyPattern",
  ServiceLink: "TimingLink",
  TemplateServiceJourney: "ServiceJourney",
  UicOperatingPeriod: "OperatingPeriod",
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
  "StopPlace",
  "Quay",
  "PassengerStopAssignment",
  "Route",
  "Line",
  "TrainNumber",
  "TimeDemandType",
  "TimingLink",
  "ServiceLink",
  "OperatingDay",
  "OperatingPeriod",
  "UicOperatingPeriod",
  "AvailabilityCondition",
  "DayType",
  "DayTypeAssignment",
  "DefaultLocale",
  TIMETABLE,
]);

export class NetexObjects {
  readonly #lists = new Map<string, XmlElement[]>();
  readonly #byId = new Map<string, Map<string, XmlElement>>();
  readonly #assigned = new Map<string, readonly string[]>();
  /** Journeys with the id and version of one before them: files of one delivery may overlap. */
  readonly twice: XmlElement[] = [];

  /** Whether it came in several files. */
  readonly #is_archive: boolean;

  /** Of all files of a delivery together. */
  constructor(roots: readonly XmlElement[]) {
    this.#is_archive = roots.length > 1;
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
      const ids = this.#byId.get(kind) ?? new Map<string, XmlElement>();
      this.#byId.set(kind, ids);
      const id = textOf(element, "id") ?? "";
      const before = kind === "ServiceJourney" && id !== "" ? ids.get(id) : undefined;
      if (before !== undefined && textOf(before, "version") === textOf(element, "version")) {
        this.twice.push(element);
        return;
      }
      ids.set(id, element);
      const list = this.#lists.get(kind) ?? [];
      this.#lists.set(kind, list);
      list.push(element);
    }
    for (const child of children) this.#collect(child);
  }

  all(kind: string): readonly XmlElement[] {
    return this.#lists.get(kind) ?? [];
  }

  find(kind: string, id: string | null): XmlElement | undefined {
    return id === null ? undefined : this.#byId.get(kind)?.get(id);
  }

  /** What is told of something that is referred to and not there. */
  tellMissing(what: string): string {
    return this.#is_archive ? `${what} in none of the files` : `${what} not in the file: ${WHOLE}`;
  }

  has(kind: string, id: string): boolean {
    return this.#byId.get(kind)?.has(id) === true;
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
