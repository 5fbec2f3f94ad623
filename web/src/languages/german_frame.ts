/** German: everything outside a timetable. */
import type { Later } from "../later_texts.ts";
import { plural } from "../plural.ts";

const zitiert = (name: string): string => `„${name}“`;

export const GERMAN_FRAME: Pick<
  Later,
  | "just_now"
  | "start"
  | "records"
  | "guide"
  | "imports"
  | "sharing"
  | "looks"
  | "history"
  | "projects"
  | "stocks"
  | "liveries"
> = {
  just_now: "gerade eben",
  start: {
    heading: "Fahrpläne",
    search: "Nach Fahrplan, Szenario, Studie oder Projekt suchen",
    trains: (n) => plural(n, "Zug", "Züge"),
    changed: (when, who) => (who === null ? `geändert ${when}` : `geändert ${when} von ${who}`),
    no_place: "in keinem Szenario",
    none_found: (words) => `Nichts hat ${zitiert(words)} in seinem Namen.`,
    none: "Es gibt keinen Fahrplan, den Sie lesen dürfen. Wer einen hat, kann ihn mit Ihnen teilen.",
    more: (n) => `${n} weitere zeigen`,
    networks: "Netze",
    no_networks: "Es gibt kein Netz, das Sie lesen dürfen.",
    more_networks: (n) => `… und ${n} weitere`,
    new_timetable: "Neuer Fahrplan",
    projects: "Projekte",
    stocks: "Fahrzeuge",
    import: "Einlesen",
    no_writing:
      "Um Fahrpläne anzulegen, brauchen Sie die Rolle timetable:write; ein Administrator vergibt sie.",
    actions: (name) => `Mehr zu ${name}`,
  },
  records: {
    rename: "Umbenennen …",
    copy: "Kopieren …",
    remove: "Löschen …",
    share: "Teilen …",
    history: "Verlauf …",
    new_name: "Name",
    make: "Anlegen",
    store: "Speichern",
    cancel: "Abbrechen",
    delete: "Löschen",
    name_missing: "Ein Name hat mindestens ein sichtbares Zeichen und höchstens 128.",
    copy_of: (name) => `Kopie von ${name}`,
    rename_what: (name) => `${name} umbenennen`,
    copy_what: (name) => `${name} kopieren`,
    delete_what: (name) => `${name} löschen?`,
    renamed: (name) => `Der neue Name ist ${name}.`,
    made: (name) => `${name} ist angelegt.`,
    deleted: (name) => `${name} ist gelöscht.`,
    delete_timetable: (n, scenario) =>
      `${plural(n, "Zug wird", "Züge werden")} mit ihm gelöscht${scenario === null ? "" : `, und das Szenario ${zitiert(scenario)}`}. Das lässt sich nicht zurücknehmen.`,
    not_owner: "Nur die Eigentümer können das löschen.",
    not_writer: "Sie dürfen das lesen, aber nicht ändern.",
  },
  guide: {
    heading: "Hier ist noch nichts",
    words:
      "Ein Fahrplan braucht ein Netz und Fahrzeuge. Beginnen Sie mit dem Beispiel, um sich umzusehen, oder bringen Sie eigene Daten mit.",
    sample: "Beispiel laden",
    sample_what:
      "Eine Strecke von 200 km mit 60 Zügen und zwei stündlichen Taktzügen. Das dauert einige Sekunden.",
    own: "Eigene Daten mitbringen",
    no_roles: (roles) =>
      `Um hier etwas zu laden, brauchen Sie ${roles}. Ein Administrator vergibt Rollen; der Eigentümer eines Fahrplans kann ihn mit Ihnen teilen.`,
    role: (names) => (names.includes(",") ? `die Rollen ${names}` : `die Rolle ${names}`),
    sample_name: "Beispiel",
    sample_profiles: "Beispiel",
    open: "Den Fahrplan öffnen",
  },
  imports: {
    collection: "Eigene Fahrzeuge",
    heading: "Einlesen",
    network: "Netz",
    network_hint: "RailJSON (.json), railML (.railml, .xml) oder OpenStreetMap (.osm, .osm.pbf)",
    stocks: "Fahrzeuge",
    stocks_hint:
      "railML (.railml, .xml), oder das eigene Format: ein Fahrzeug oder eine Liste davon (.json)",
    timetable: "Fahrplan",
    timetable_hint:
      "railML (.railml, .xml), eine Netzgrafik (.json), GTFS (.zip), NeTEx (.xml), eine Tabelle (.csv, .xlsx) oder was „Fahrplan als JSON“ geschrieben hat",
    name: "Name",
    file: "Datei",
    begin: "Einlesen",
    is_netgraph: "Das ist eine Netzgrafik: sie wird als Fahrplan eingelesen.",
    no_network: "keines: Namen stehen für sich selbst",
    stock_of_trains: "Fahrzeug der Züge, die keines nennen",
    first_day: "Erster Tag",
    report: (n) => `Bericht: ${plural(n, "Hinweis", "Hinweise")}`,
    reading: (name) => `${name} wird gelesen …`,
    sending: (size) => `${size} werden gesendet …`,
    server_reading: (seconds) => `Der Server liest die Datei: ${seconds} s …`,
    storing: (seconds) => `Der Server speichert, was er gelesen hat: ${seconds} s …`,
    ended: "Sie haben es abgebrochen.",
    building: "Das Netz wird vorbereitet …",
    making: (what, i, n) => `${what}: ${i} von ${n} …`,
    network_done: (name) => `Das Netz ${zitiert(name)} ist bereit.`,
    network_faults: (n) =>
      `${plural(n, "Fehler wurde", "Fehler wurden")} darin gefunden: Es kann sein, dass Züge dort ihren Weg nicht finden.`,
    stocks_done: (n, known) =>
      `${plural(n, "Fahrzeug ist", "Fahrzeuge sind")} angelegt${known === 0 ? "." : `, ${known} gleichen Namens ${known === 1 ? "war schon da und bleibt, wie es ist" : "waren schon da und bleiben, wie sie sind"}.`}`,
    timetable_done: (n) => `${plural(n, "Zug ist", "Züge sind")} eingelesen.`,
    failed: "Nichts wurde eingelesen:",
    stopped: (n) =>
      `Angehalten; ${plural(n, "Fahrzeug wurde", "Fahrzeuge wurden")} vorher angelegt:`,
    no_json: (reason) => `Das ist kein JSON: ${reason}.`,
    at_line: (line, place, reason) =>
      `Zeile ${line}${place === "" ? "" : ` (${place})`}: ${reason}`,
    needs: (role) => `Dazu gehört die Rolle ${role}; ein Administrator vergibt sie.`,
    sample: { profiles: "Elektrische Profile …", timetable: "Fahrplan …", open: "Fertig." },
  },
  sharing: {
    heading: (name) => `Wer was mit ${name} darf`,
    who: "Wer",
    may: "Darf",
    may_of: (name) => `Was ${name} darf`,
    everybody: "Alle",
    group: (name) => `${name} (Gruppe)`,
    kinds: { user: "Person", group: "Gruppe" },
    levels: {
      MinimalMetadata: "sehen, dass es da ist",
      Reader: "ansehen",
      Creator: "ansehen und hinzufügen",
      Writer: "ansehen und ändern",
      Owner: "alles, auch teilen und löschen",
    },
    inherited: (from) => `durch das, worin es ist (${from})`,
    add_heading: "Mit jemandem teilen",
    add: "Teilen",
    remove: "Entfernen",
    remove_of: (name) => `${name} entfernen`,
    along: (name) => `Auch ${zitiert(name)} ansehen lassen, worauf gefahren wird`,
    not_allowed:
      "Sie dürfen das nicht teilen: Erst muss es jemand namentlich mit Ihnen geteilt haben.",
    known_users: "Gefunden wird nur, wer diesen Server einmal geöffnet hat.",
  },
  looks: {
    by: "Farben nach",
    legend: "Legende",
    base: "Fahrt ohne Zuschlag des gewählten Zuges",
    bases: "Fahrt ohne Zuschlag",
    tried: "Versuch, nicht gespeichert",
    failed: "nicht gespeichert",
    conflict: "Konflikt",
    work: "Baustelle",
    limit: "Langsamfahrstelle, km/h",
    requirement: "vom gewählten Zug belegt",
    rectangle: "Mit Umschalt ziehen vergrößert ein Rechteck",
  },
  history: {
    heading: (name) => `Was in ${name} geändert wurde`,
    none: "In letzter Zeit wurde nichts geändert. Ältere Änderungen werden nicht aufgehoben.",
    when: "Wann",
    who: "Wer",
    what: "Was",
    values: "Werte",
    values_of: (what) => `Werte: ${what}`,
    old: "Alt",
    new: "Neu",
    nobody: "jemand",
    trains: (names, rest, kind) => {
      const more =
        kind === "train_schedule"
          ? plural(rest, "Zug", "Züge")
          : plural(rest, "Taktzug", "Taktzüge");
      if (names === "") return more;
      return rest === 0 ? names : `${names} und ${more}`;
    },
    acts: {
      created: (trains) => `${trains} angelegt`,
      changed: (trains) => `${trains} geändert`,
      deleted: (trains) => `${trains} gelöscht`,
    },
    take_back: "Zurücknehmen",
    take_back_what: (what) => `Zurücknehmen: ${what}`,
    taken_back: (what) => `Zurückgenommen: ${what}.`,
    overtaken:
      "Einer dieser Züge wurde seitdem wieder geändert: Nehmen Sie zuerst die spätere Änderung zurück.",
  },
  projects: {
    heading: "Projekte",
    new_project: "Neues Projekt",
    new_study: "Neue Studie",
    new_scenario: "Neues Szenario",
    none: "Es gibt kein Projekt, das Sie lesen dürfen.",
    no_studies: "Dieses Projekt hat noch keine Studie.",
    no_scenarios: "Diese Studie hat noch kein Szenario.",
    no_role:
      "Um Projekte zu ändern, brauchen Sie die Rolle operational-studies:write; ein Administrator vergibt sie.",
    delete_words:
      "Alles darin wird mit gelöscht; die Fahrpläne der Szenarien bleiben. Das lässt sich nicht zurücknehmen.",
  },
  stocks: {
    heading: "Fahrzeuge",
    search: "Fahrzeuge suchen",
    none: "Es gibt kein Fahrzeug dieses Namens, das Sie lesen dürfen.",
    first: {
      none: "Es gibt noch kein Fahrzeug, das Sie lesen dürfen. Beginnen Sie mit denen des Beispiels, duplizieren Sie sie und ändern Sie ihre Daten; oder bringen Sie Ihre eigenen mit „Einlesen“ neben den Fahrplänen.",
      make: "Fahrzeuge des Beispiels hinzufügen",
    },
    choose: "Wählen Sie ein Fahrzeug, um seine Daten und Kennlinien zu sehen.",
    facts: (kmh, metres) => `${Math.round(kmh)} km/h · ${Math.round(metres)} m`,
    duplicate: "Duplizieren …",
    edit: "Bearbeiten",
    as_railml: "Als railML speichern",
    picture: (name) => `Bild von ${name}`,
    no_role:
      "Um Fahrzeuge zu ändern, brauchen Sie die Rolle rolling-stock:write; ein Administrator vergibt sie.",
    not_writer:
      "Es ist in einer Sammlung, die Sie nicht ändern dürfen: Duplizieren Sie es, um das Duplikat zu ändern.",
    locked: "Es ist gesperrt: Duplizieren Sie es, um das Duplikat zu ändern.",
    stored: (name) =>
      `${name} ist gespeichert. Züge mit diesem Fahrzeug fahren mit den neuen Daten.`,
    overtaken:
      "Jemand anders hat es inzwischen geändert: Wählen Sie es noch einmal, um zu sehen, wie es jetzt ist.",
    no_number: (field) => `${field} muss eine Zahl sein.`,
    fields: {
      length: "Länge",
      mass: "Masse",
      max_speed: "Höchstgeschwindigkeit",
      startup_time: "Anfahrverzögerung",
      startup_acceleration: "Anfahrbeschleunigung",
      comfort_acceleration: "Höchste Beschleunigung",
      gamma: "Bremsverzögerung",
      A: "Fahrwiderstand A",
      B: "Fahrwiderstand B",
      C: "Fahrwiderstand C",
    },
    modes: "Traktion",
    gauge: "Lichtraumprofil",
    signalling: "Zugsicherungssysteme",
    power_class: "Leistungsklasse",
    restrictions: "Leistungsbeschränkungen",
    resistance: "Fahrwiderstand",
    speed_axis: "km/h",
    effort_axis: "kN",
    chart_label: (name) =>
      `Zugkraft von ${name} über der Geschwindigkeit, nach Stromart, und der Fahrwiderstand.`,
  },
  liveries: {
    heading: "Lackierungen",
    none: "Es hat noch kein Bild. Andere Programme zeigen die Lackierung namens „default“; mehrere Bilder stehen nebeneinander in der Reihenfolge ihrer Dateinamen.",
    about:
      "Andere Programme zeigen diejenige namens „default“. Mehrere Bilder einer Lackierung stehen nebeneinander in der Reihenfolge ihrer Dateinamen.",
    name: "Name der Lackierung",
    files: "Bilder (PNG, JPEG, GIF, WebP)",
    add: "Lackierung hinzufügen",
    picture: (name) => `Lackierung ${name}`,
    delete_of: (name) => `Lackierung ${name} löschen`,
    delete_words: "Ihr Bild wird mit gelöscht. Das lässt sich nicht zurücknehmen.",
  },
};
