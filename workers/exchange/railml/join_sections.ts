/**
 * Switches of a network as railML 2 has them: each stands on one of its tracks, at the end, whose connection leads to
 * the track that goes on; further connections of the switch lead to the others.
 */
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { escapeXml } from "../read_xml.ts";
import { type OpenTrack, type OpenTracks, printDecimal } from "./write_railml_track.ts";
import type { XmlNames } from "./xml_names.ts";

type Switch = RailjsonDocument["switches"][number];
type PortEnd = Switch["ports"][string];

interface Target {
  readonly names: XmlNames;
  readonly report: ExchangeReport;
}

/** Types of crossings in railML. */
const CROSSINGS: Readonly<Record<string, string>> = {
  crossing: "simpleCrossing",
  single_slip_switch: "simpleSwitchCrossing",
  double_slip_switch: "doubleSwitchCrossing",
};

const PORTS: Readonly<Record<string, readonly string[]>> = {
  link: ["A", "B"],
  point_switch: ["A", "B1", "B2"],
  ...Object.fromEntries(Object.keys(CROSSINGS).map((type) => [type, ["A1", "A2", "B1", "B2"]])),
};

export function joinSections(
  { switches }: RailjsonDocument,
  tracks: OpenTracks,
  { names, report }: Target,
): void {
  const joiner = new Joiner(tracks, names);
  for (const one of switches) {
    if (joiner.join(one)) continue;
    report.note({
      severity: "warning",
      code: "switch_left_out",
      where: { element: "Switch", id: one.id },
      message:
        "it is of a type that railML has not, or joins an end of a track that is none or joined already",
    });
  }
}

class Joiner {
  readonly #tracks: OpenTracks;
  readonly #names: XmlNames;

  constructor(tracks: OpenTracks, names: XmlNames) {
    this.#tracks = tracks;
    this.#names = names;
  }

  join(one: Switch): boolean {
    const { switch_type, ports } = one;
    const wanted = Object.hasOwn(PORTS, switch_type) ? (PORTS[switch_type] ?? []) : [];
    const ends = wanted.flatMap((name) => ports[name] ?? []);
    const keys = new Set(ends.map(({ track, endpoint }) => `${track} ${endpoint}`));
    const is_sound =
      wanted.length > 0 &&
      keys.size === Object.keys(ports).length &&
      keys.size === wanted.length &&
      ends.every(({ track, endpoint }) => this.#tracks.get(track)?.ends[endpoint] === "");
    if (!is_sound) return false;
    if (switch_type === "link") this.#link(one);
    else if (switch_type === "point_switch") this.#addSwitch(one);
    else this.#addCrossing(one);
    return true;
  }

  #link({ id, ports: { A, B } }: Switch): void {
    const [a, b] = [this.#names.take(id), this.#names.take(id)];
    this.#connect(A, a, b);
    this.#connect(B, b, a);
  }

  #addSwitch(one: Switch): void {
    const { A, B1, B2 } = one.ports;
    const name = this.#names.take(one.id);
    this.#meet(name, A, B1);
    const connection = this.#branch(name, 1, B2, A?.endpoint === "END" ? "outgoing" : "incoming");
    this.#stand(
      A,
      `<switch ${this.#head(name, one, A)} type="ordinarySwitch">${connection}</switch>`,
    );
  }

  /**
   * It stands on A1 where that ends or on B1 where that begins: A is before it on the track and B behind. Else it
   * stands on A1 the other way round, which the order of the connections tells: that of A comes first.
   */
  #addCrossing(one: Switch): void {
    const { A1, A2, B1, B2 } = one.ports;
    const name = this.#names.take(one.id);
    const host = A1?.endpoint === "END" || B1?.endpoint === "END" ? A1 : B1;
    const is_turned = host === A1 && A1?.endpoint === "BEGIN";
    this.#meet(name, A1, B1);
    const connections = [
      this.#branch(name, 1, A2, is_turned ? "outgoing" : "incoming"),
      this.#branch(name, 2, B2, is_turned ? "incoming" : "outgoing"),
    ];
    const type = CROSSINGS[one.switch_type] ?? "";
    this.#stand(
      host,
      `<crossing ${this.#head(name, one, host)} type="${type}">${connections.join("")}</crossing>`,
    );
  }

  #head(name: string, { extensions }: Switch, host: PortEnd | undefined): string {
    const label = extensions?.sncf?.label ?? "";
    const at_m = host?.endpoint === "END" ? (this.#find(host)?.length_m ?? 0) : 0;
    const title = label === "" ? "" : ` name="${escapeXml(label)}"`;
    return `id="${name}"${title} pos="${printDecimal(at_m)}"`;
  }

  /** The track that a switch stands on, and the one that continues it. */
  #meet(name: string, one: PortEnd | undefined, other: PortEnd | undefined): void {
    this.#connect(one, `${name}.from`, `${name}.to`);
    this.#connect(other, `${name}.to`, `${name}.from`);
  }

  #branch(name: string, n: number, end: PortEnd | undefined, orientation: string): string {
    this.#connect(end, `${name}.end.${n}`, `${name}.branch.${n}`);
    return `<connection id="${name}.branch.${n}" ref="${name}.end.${n}" orientation="${orientation}"/>`;
  }

  #connect(end: PortEnd | undefined, id: string, ref: string): void {
    const track = this.#find(end);
    if (track !== undefined && end !== undefined) {
      track.ends[end.endpoint] = `<connection id="${id}" ref="${ref}"/>`;
    }
  }

  #stand(end: PortEnd | undefined, text: string): void {
    this.#find(end)?.junctions.push(text);
  }

  #find(end: PortEnd | undefined): OpenTrack | undefined {
    return end === undefined ? undefined : this.#tracks.get(end.track);
  }
}
