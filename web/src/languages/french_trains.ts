/** French: edits of trains and services, and the forms that come with the first view. */
import type { Texts } from "../texts.ts";
import { compter } from "./french_words.ts";

export const FRENCH_TRAINS: Pick<
  Texts,
  "categories" | "edits" | "services" | "form" | "fields" | "move"
> = {
  categories: {
    HIGH_SPEED_TRAIN: "Train à grande vitesse",
    INTERCITY_TRAIN: "Train grandes lignes",
    REGIONAL_TRAIN: "Train régional",
    NIGHT_TRAIN: "Train de nuit",
    COMMUTER_TRAIN: "Train de banlieue",
    FREIGHT_TRAIN: "Train de fret",
    FAST_FREIGHT_TRAIN: "Train de fret rapide",
    TRAM_TRAIN: "Tram-train",
    TOURISTIC_TRAIN: "Train touristique",
    WORK_TRAIN: "Train de travaux",
    STANDARD: "Standard",
    AIR_CONDITIONING: "Climatisation",
    HEATING: "Chauffage",
  },
  edits: {
    trains: (n) => compter(n, "train", "trains"),
    step: (name, what) => `${name} : ${what}`,
    several: "plusieurs modifications",
    more: (n) => `${n} de plus`,
    new_train: "nouveau",
    new_service: "nouvelle mission",
    removed: "supprimé",
    deleted: (name) => `${name} : supprimé`,
    is_service: (n) =>
      n === 1 ? "le train devient une mission" : `${n} trains deviennent une mission`,
    is_split: (n) => `la mission devient ${n === 1 ? "1 train" : `${n} trains`}`,
    undone: (step) => `Annulé : ${step}`,
    redone: (step) => `Refait : ${step}`,
    kept_theirs: (step) =>
      `${step} : quelqu’un a changé les mêmes champs depuis ; ils restent tels quels.`,
    passes: (place) => `passe à ${place} sans arrêt`,
    exception: (key) => `exception ${key}`,
    entry: "Le tout",
    leave_out: (name) => `Écarter ${name}`,
    to_remove: "Vous voulez le supprimer.",
    no_run: (why) => `Ainsi le train n’a pas de marche : ${why}.`,
  },
  services: {
    added: "un train de plus",
    occurrence: (n) => `train ${n}`,
    starts: (time) => `part à ${time}`,
    disabled: "ne circule pas",
    other: "circule autrement",
  },
  form: {
    incomplete: "Il faut à un train un matériel roulant et deux lieux avant d’être enregistré.",
    begin: "Nouveau train",
    draw: "Tracer un train",
    drawing:
      "Appuyez sur une gare et une heure du graphique, et glissez vers une autre gare. Échap y met fin.",
    no_station: "Il n’y a pas de gare ici : appuyez plus près d’une de leurs lignes.",
    new_train: (name) => (name === "" ? "Nouveau train" : `Nouveau train ${name}`),
  },
  fields: {
    arrival: "Arrivée",
    category: "Catégorie",
    comfort: "Confort",
    exceptions: "Exceptions",
    interval: "Cadence",
    constraint_distribution: "Répartition de la marge",
    follows: "Vient de",
    initial_speed: "Vitesse au départ",
    labels: "Étiquettes",
    locked: "Verrou",
    margins: "Marges",
    numbering: "Numéros de train",
    options: "Options",
    path: "Itinéraire",
    power_restrictions: "Restrictions de puissance",
    reception_signal: "Signal",
    rolling_stock_name: "Matériel roulant",
    speed_limit_tag: "Code de composition",
    start_time: "Départ",
    stop_for: "Arrêt",
    time_window: "Plage horaire",
    timetable_id: "Grille horaire",
    train_name: "Nom",
  },
  move: {
    arrives: (name, time) => `arrivée à ${name} ${time}`,
    stops_for: (name, span) => `arrêt à ${name} ${span}`,
    stored: (name) => `${name} : enregistré`,
    stored_both: (name) =>
      `${name} : enregistré, avec ce que quelqu’un d’autre a changé entre-temps`,
    deleted: (name) => `${name} a été supprimé par quelqu’un.`,
    overtaken: (name, who = "Quelqu’un d’autre") =>
      `${who} a changé entre-temps les mêmes champs de ${name}. Les champs qu’un seul de vous a changés sont gardés dans tous les cas.`,
    outdated: (name) =>
      `Quelqu’un a changé ${name} entre-temps, la proposition ne vaut donc plus. Demandez-en une autre.`,
    field_at: (field, place) => `${field} à ${place}`,
    changed_meanwhile: (name) =>
      `Quelqu’un vient de changer ${name}, que vous modifiez : votre modification s’ajoute à la sienne.`,
    clashes_meanwhile: (name) =>
      `Quelqu’un vient de modifier ${name}, y compris ce que vous modifiez : la question vous sera posée à l’enregistrement.`,
    before_start: (place) =>
      `L’arrivée à ${place} ne peut pas précéder le départ du train. Changez d’abord le départ.`,
    not_allowed: "Vous pouvez lire cette grille horaire, mais pas la modifier.",
    not_any_more: "Vous n’avez plus le droit de modifier cette grille horaire.",
  },
};
