/** German: edits of trains and services, and the forms that come with the first view. */
import { plural } from "../plural.ts";
import type { Texts } from "../texts.ts";

export const GERMAN_TRAINS: Pick<
  Texts,
  "categories" | "edits" | "services" | "form" | "fields" | "move"
> = {
  categories: {
    HIGH_SPEED_TRAIN: "Hochgeschwindigkeitszug",
    INTERCITY_TRAIN: "Fernzug",
    REGIONAL_TRAIN: "Regionalzug",
    NIGHT_TRAIN: "Nachtzug",
    COMMUTER_TRAIN: "S-Bahn",
    FREIGHT_TRAIN: "Güterzug",
    FAST_FREIGHT_TRAIN: "Schneller Güterzug",
    TRAM_TRAIN: "Stadtbahn",
    TOURISTIC_TRAIN: "Touristikzug",
    WORK_TRAIN: "Bauzug",
    STANDARD: "Standard",
    AIR_CONDITIONING: "Klimatisierung",
    HEATING: "Heizung",
  },
  edits: {
    trains: (n) => plural(n, "Zug", "Züge"),
    step: (name, what) => `${name}: ${what}`,
    several: "mehrere Änderungen",
    more: (n) => `${n} weitere`,
    new_train: "neu",
    new_service: "neuer Taktzug",
    removed: "gelöscht",
    deleted: (name) => `${name}: gelöscht`,
    is_service: (n) =>
      n === 1 ? "aus dem Zug wird ein Taktzug" : `aus ${n} Zügen wird ein Taktzug`,
    is_split: (n) => `aus dem Taktzug ${n === 1 ? "wird 1 Zug" : `werden ${n} Züge`}`,
    undone: (step) => `Zurückgenommen: ${step}`,
    redone: (step) => `Wiederholt: ${step}`,
    kept_theirs: (step) =>
      `${step}: Jemand hat dieselben Felder seitdem geändert; sie bleiben, wie sie sind.`,
    passes: (place) => `fährt in ${place} durch`,
    exception: (key) => `Ausnahme ${key}`,
    entry: "Alles davon",
    leave_out: (name) => `${name} weglassen`,
    to_remove: "Sie wollen ihn löschen.",
    no_run: (why) => `So hat der Zug keine Fahrt: ${why}.`,
  },
  services: {
    added: "ein Zug mehr",
    occurrence: (n) => `Zug ${n}`,
    starts: (time) => `fährt ab um ${time}`,
    disabled: "verkehrt nicht",
    other: "verkehrt anders",
  },
  form: {
    incomplete:
      "Ein Zug braucht ein Fahrzeug und zwei Betriebsstellen, bevor er gespeichert werden kann.",
    begin: "Neuer Zug",
    draw: "Zug zeichnen",
    drawing:
      "Im Bildfahrplan auf eine Betriebsstelle und eine Zeit drücken und zu einer anderen Betriebsstelle ziehen. Escape beendet das.",
    no_station: "Hier ist keine Betriebsstelle: Drücken Sie näher an einer ihrer Linien.",
    new_train: (name) => (name === "" ? "Neuer Zug" : `Neuer Zug ${name}`),
  },
  fields: {
    arrival: "Ankunft",
    category: "Zuggattung",
    comfort: "Komfort",
    exceptions: "Ausnahmen",
    interval: "Takt",
    constraint_distribution: "Verteilung des Fahrzeitzuschlags",
    follows: "Kommt von",
    initial_speed: "Geschwindigkeit am Anfang",
    labels: "Merkmale",
    locked: "Sperre",
    margins: "Fahrzeitzuschläge",
    numbering: "Zugnummern",
    options: "Optionen",
    path: "Laufweg",
    power_restrictions: "Leistungsbeschränkungen",
    reception_signal: "Signal",
    rolling_stock_name: "Fahrzeug",
    speed_limit_tag: "Geschwindigkeitsgruppe",
    start_time: "Abfahrt",
    stop_for: "Halt",
    time_window: "Taktfenster",
    timetable_id: "Fahrplan",
    train_name: "Name",
  },
  move: {
    arrives: (name, time) => `Ankunft in ${name} ${time}`,
    stops_for: (name, span) => `Halt in ${name} ${span}`,
    stored: (name) => `${name}: gespeichert`,
    stored_both: (name) =>
      `${name}: gespeichert, mit dem, was jemand anders inzwischen geändert hat`,
    deleted: (name) => `${name} wurde von jemandem gelöscht.`,
    overtaken: (name, who = "Jemand anders") =>
      `${who} hat inzwischen dieselben Felder von ${name} geändert. Felder, die nur einer von Ihnen geändert hat, bleiben in jedem Fall.`,
    outdated: (name) =>
      `Jemand hat ${name} inzwischen geändert, darum gilt der Vorschlag nicht mehr. Fragen Sie nach einem anderen.`,
    field_at: (field, place) => `${field} in ${place}`,
    changed_meanwhile: (name) =>
      `Jemand hat gerade ${name} geändert, den Sie bearbeiten: Ihre Änderung kommt zu der anderen hinzu.`,
    clashes_meanwhile: (name) =>
      `Jemand hat gerade ${name} geändert, auch das, was Sie ändern: Beim Speichern werden Sie gefragt.`,
    before_start: (place) =>
      `Die Ankunft in ${place} kann nicht vor der Abfahrt des Zuges liegen. Ändern Sie zuerst die Abfahrt.`,
    not_allowed: "Sie dürfen diesen Fahrplan lesen, aber nicht ändern.",
    not_any_more: "Sie dürfen diesen Fahrplan nicht mehr ändern.",
  },
};
