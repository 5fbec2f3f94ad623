/** German: forms and actions of trains, tools of the graph. */
import type { Later } from "../later_texts.ts";
import { plural } from "../plural.ts";

export const GERMAN_FORMS: Pick<
  Later,
  | "form"
  | "move"
  | "services"
  | "numbers"
  | "acts"
  | "returns"
  | "columns"
  | "occupancy"
  | "axis"
  | "conflicts"
> = {
  form: {
    heading: "Neuer Zug",
    edit: "Alle Felder des Zuges",
    show: "Alle Felder bearbeiten",
    first_name: "1",
    open: (name) => `${name} bearbeiten`,
    stock: (length_m, mass_t, kmh) => `${length_m} m, ${mass_t} t, ${kmh} km/h`,
    labels: "Merkmale, durch Kommas getrennt",
    initial_speed: "Geschwindigkeit am Anfang, km/h",
    profiles: "Elektrische Profile berücksichtigen",
    distributions: { MARECO: "energiesparend (MARECO)", LINEAR: "gleichmäßig (LINEAR)" },
    add_stop: "Unterwegshalt hinzufügen",
    stop_minutes: "Halt, min",
    earlier: (place) => `${place} früher auf dem Laufweg`,
    later: (place) => `${place} später auf dem Laufweg`,
    remove: (place) => `Nicht über ${place}`,
    more: "Gattung, Merkmale, Geschwindigkeitsgrenzen",
    all_fields: "Alle Felder und die Fahrplantabelle",
  },
  move: {
    heading: "Verschieben:",
    start: "Abfahrt",
    store: "Speichern",
    cancel: "Abbrechen",
    undo: (n, what) => `Zurücknehmen (${n}): ${what}`,
    redo: (n, what) => `Wiederholen (${n}): ${what}`,
    tried: (what) => `Versuch, nicht gespeichert: ${what}`,
    storing: "Wird gespeichert …",
    failed: "Nicht gespeichert:",
    overtaken_heading: "Jemand war schneller",
    keep_theirs: "Fremde behalten",
    store_mine: "Eigene speichern",
    follows: (gone, fresh) =>
      `Konflikte: ${plural(gone, "entfällt", "entfallen")}, ${plural(fresh, "kommt", "kommen")} hinzu`,
    new_conflicts: (n) => `Neue Konflikte (${n})`,
    no_run: "So hat der Zug keine Fahrt.",
    loses_run: (name) =>
      `${name} würde nicht mehr fahren. Nichts ist gespeichert: „Ohne Fahrt speichern“, wenn das gewollt ist.`,
    store_without_run: "Ohne Fahrt speichern",
    not_kept: (n) =>
      `${plural(n, "weiterer Teil seines Fahrplans lässt", "weitere Teile seines Fahrplans lassen")} sich nicht einhalten.`,
    missed: (place, wanted, possible) => `${place}: gewünscht ${wanted}, möglich ${possible}`,
    asking: "Die Folgen werden gesucht …",
    stops: "Halte",
    arrive_at: (name) => `Ankunft in ${name}`,
    stop_for: (name) => `Halt in ${name}, Sekunden`,
    elsewhere: "Er fährt nicht auf der Achse des Bildfahrplans.",
    hint: "Ziehen Sie einen Zug oder die Halte des gewählten, oder nehmen Sie dieses Formular.",
    chosen: {
      arrival: (name) => `Alt mit links und rechts verschiebt die Ankunft in ${name}.`,
      stop: (name) => `Alt mit links und rechts verschiebt das Ende des Haltes in ${name}.`,
    },
  },
  services: {
    heading: "Taktzug",
    moves: "Ziehen, und Alt mit den Pfeiltasten, verschiebt",
    moves_all: "den ganzen Taktzug",
    moves_one: "nur diesen Zug",
    interval: "Takt, min",
    keeps_starts: "Ein anderer Takt lässt Züge mit eigener Abfahrt, wo sie sind",
    count: "Züge",
    start: "Erster Zug",
    off: "Dieser Zug verkehrt nicht",
    exceptions: (n) => `Ausnahmen (${n})`,
    reset: (name) => `${name} zurücksetzen`,
    split: "In Züge auflösen",
    make: "Taktzug bilden",
    join: (n) => `Mit ${n === 1 ? "dem gleichen Zug" : `den ${n} gleichen Zügen`} verbinden`,
  },
  numbers: {
    on: "Seine Züge haben Nummern",
    heading: "Zugnummern",
    first: "Erste Nummer",
    step: "Von Zug zu Zug",
    suffix: "Nach der Nummer",
    hint: "Eine Schrittweite von 2 bleibt bei geraden oder ungeraden Nummern. Ein Zug, der nicht verkehrt, lässt eine Lücke; ein eigener Name geht der Nummer vor.",
  },
  acts: {
    duplicate: "Duplizieren",
    rename: "Umbenennen",
    new_name: "Neuer Name",
    delete: "Löschen",
    delete_service: "Taktzug löschen",
    history: "Verlauf …",
  },
  returns: {
    make: "Rückfahrt",
    heading: "Rückfahrt",
    turn: "Wendezeit mindestens, min",
    mirrored: "Um eine Minute gespiegelt",
    symmetry: "Minute der Stunde",
    no_run:
      "Eine Rückfahrt entsteht aus einem Zug mit Fahrt: Dieser hat keine, oder sie wird noch berechnet.",
    follows: (name) => `Kommt von ${name}`,
    followed_by: (name) => `Fährt weiter als ${name}`,
  },
  columns: {
    field: "Was",
    theirs: (who = "jemand anderem") => `Gespeichert von ${who}`,
    mine: "Von Ihnen gewünscht",
    station: "Betriebsstelle",
    arrival: "Ankunft",
    departure: "Abfahrt",
    wanted: "Gewünscht",
    stop: "Halt",
    signal: "Signal",
    name: "Name",
  },
  occupancy: {
    occupancy_of: (name) => `Wer in ${name} ist`,
    occupancy_label: (name) =>
      `Gleise von ${name}. Links und rechts wählen eine Belegung, Alt mit auf und ab legt sie auf ein anderes Gleis, Bild auf und Bild ab verschieben, Plus und Minus vergrößern und verkleinern, Eingabe öffnet den Zug, Escape schließt. Die Liste darunter sagt dasselbe als Text.`,
    unknown_track: "unbekannt",
    no_track_change: (name) =>
      `Das Gleis in ${name} lässt sich hier nicht ändern: Ändern Sie den Laufweg im Formular des Zuges.`,
    on_track: (name) => `Gleis ${name}`,
    in_conflicts: (numbers) => `Konflikt ${numbers}`,
    nobody_there: "In der sichtbaren Zeit hält kein Zug und fährt keiner durch.",
  },
  axis: {
    from: "Von",
    to: "Nach",
    show: "Zwischen diesen",
    of_train: "Achse dieses Zuges",
  },
  conflicts: {
    filters: "Konflikte filtern",
    train: "Eines Zuges",
    type: "Art",
    station: "In der Betriebsstelle",
    clear: "Alle Konflikte zeigen",
    resolve_one: (number) => `Konflikt ${number} lösen …`,
    resolve_chosen: (n) => `Gewählte lösen (${n}) …`,
    resolve_shown: (n) => `Die gezeigten lösen (${n}) …`,
    resolve_all: "Alle lösen …",
    choose: "Mit Strg, oder m in der Liste, werden mehrere gewählt.",
  },
};
