/** French: forms and actions of trains, tools of the graph. */
import type { Later } from "../later_texts.ts";
import { compter } from "./french_words.ts";

export const FRENCH_FORMS: Pick<
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
    heading: "Nouveau train",
    edit: "Tous les champs du train",
    show: "Modifier tous les champs",
    first_name: "1",
    open: (name) => `Modifier ${name}`,
    stock: (length_m, mass_t, kmh) => `${length_m} m, ${mass_t} t, ${kmh} km/h`,
    labels: "Étiquettes, séparées par des virgules",
    initial_speed: "Vitesse au départ, km/h",
    profiles: "Tenir compte des profils électriques",
    distributions: { MARECO: "économe en énergie (MARECO)", LINEAR: "linéaire (LINEAR)" },
    add_stop: "Ajouter un arrêt en route",
    stop_minutes: "Arrêt, min",
    earlier: (place) => `${place} plus tôt sur l’itinéraire`,
    later: (place) => `${place} plus tard sur l’itinéraire`,
    remove: (place) => `Ne pas passer par ${place}`,
    more: "Catégorie, étiquettes, limites de vitesse",
    all_fields: "Tous les champs et le tableau des horaires",
  },
  move: {
    heading: "Décaler",
    start: "Départ",
    store: "Enregistrer",
    cancel: "Abandonner",
    undo: (n, what) => `Annuler (${n}) : ${what}`,
    redo: (n, what) => `Refaire (${n}) : ${what}`,
    tried: (what) => `Essai, non enregistré : ${what}`,
    storing: "Enregistrement…",
    failed: "Non enregistré :",
    overtaken_heading: "Quelqu’un a été plus rapide",
    keep_theirs: "Garder les siens",
    store_mine: "Enregistrer les miens",
    follows: (gone, fresh) =>
      `Conflits : ${compter(gone, "disparaît", "disparaissent")}, ${compter(fresh, "apparaît", "apparaissent")}`,
    new_conflicts: (n) => `Nouveaux conflits (${n})`,
    no_run: "Ainsi le train n’a pas de marche.",
    loses_run: (name) =>
      `${name} ne circulerait plus. Rien n’est enregistré : choisissez « Enregistrer sans marche » si c’est voulu.`,
    store_without_run: "Enregistrer sans marche",
    not_kept: (n) =>
      `${compter(n, "autre partie de son horaire ne peut", "autres parties de son horaire ne peuvent")} pas être tenue${n < 2 ? "" : "s"}.`,
    missed: (place, wanted, possible) => `${place} : demandé ${wanted}, possible ${possible}`,
    asking: "Recherche des conséquences…",
    stops: "Arrêts",
    arrive_at: (name) => `Arrivée à ${name}`,
    stop_for: (name) => `Arrêt à ${name}, secondes`,
    elsewhere: "Il ne circule pas sur l’axe du graphique.",
    hint: "Glissez un train ou les arrêts du train choisi, ou utilisez ce formulaire.",
    chosen: {
      arrival: (name) => `Alt avec gauche et droite décale l’arrivée à ${name}.`,
      stop: (name) => `Alt avec gauche et droite décale la fin de l’arrêt à ${name}.`,
    },
  },
  services: {
    heading: "Mission",
    moves: "Glisser, et Alt avec les flèches, décale",
    moves_all: "toute la mission",
    moves_one: "ce train seulement",
    interval: "Toutes les, min",
    keeps_starts: "Un autre intervalle laisse en place les trains qui ont leur propre départ",
    count: "Trains",
    start: "Premier train",
    off: "Ce train ne circule pas",
    exceptions: (n) => `Exceptions (${n})`,
    reset: (name) => `Rétablir ${name}`,
    split: "Séparer en trains",
    make: "Faire une mission",
    join: (n) => `Réunir avec ${n < 2 ? "le train semblable" : `les ${n} trains semblables`}`,
  },
  numbers: {
    on: "Ses trains ont des numéros",
    heading: "Numéros de train",
    first: "Premier numéro",
    step: "D’un train au suivant",
    suffix: "Après le numéro",
    hint: "Un pas de 2 garde des numéros pairs ou impairs. Un train qui ne circule pas laisse un trou ; un nom propre passe avant le numéro.",
  },
  acts: {
    duplicate: "Dupliquer",
    rename: "Renommer",
    new_name: "Nouveau nom",
    delete: "Supprimer",
    delete_service: "Supprimer la mission",
    history: "Historique…",
  },
  returns: {
    make: "Retour",
    heading: "Retour",
    turn: "Retournement au moins, min",
    mirrored: "En miroir autour d’une minute",
    symmetry: "Minute de l’heure",
    no_run:
      "Un retour se fait d’un train qui a une marche : celui-ci n’en a pas, ou elle est en cours de calcul.",
    follows: (name) => `Vient de ${name}`,
    followed_by: (name) => `Continue comme ${name}`,
  },
  columns: {
    field: "Quoi",
    theirs: (who = "quelqu’un d’autre") => `Enregistré par ${who}`,
    mine: "Voulu par vous",
    station: "Gare",
    arrival: "Arrivée",
    departure: "Départ",
    wanted: "Demandé",
    stop: "Arrêt",
    signal: "Signal",
    name: "Nom",
  },
  occupancy: {
    occupancy_of: (name) => `Qui est à ${name}`,
    occupancy_label: (name) =>
      `Voies de ${name}. Gauche et droite choisissent un passage, Alt avec haut et bas le met sur une autre voie, Page préc. et Page suiv. déplacent, plus et moins agrandissent et réduisent, Entrée ouvre le train, Échap ferme. La liste ci-dessous dit la même chose en texte.`,
    unknown_track: "inconnue",
    no_track_change: (name) =>
      `La voie à ${name} ne peut pas être changée ici : changez l’itinéraire dans le formulaire du train.`,
    on_track: (name) => `voie ${name}`,
    in_conflicts: (numbers) => `conflit ${numbers}`,
    nobody_there: "Aucun train ne s’arrête ni ne passe pendant le temps visible.",
  },
  axis: {
    from: "De",
    to: "À",
    show: "Entre ces gares",
    of_train: "Axe de ce train",
  },
  conflicts: {
    filters: "Filtrer les conflits",
    train: "D’un train",
    type: "Type",
    station: "En gare de",
    clear: "Montrer tous les conflits",
    resolve_one: (number) => `Résoudre le conflit ${number}…`,
    resolve_chosen: (n) => `Résoudre les choisis (${n})…`,
    resolve_shown: (n) => `Résoudre ceux qui sont montrés (${n})…`,
    resolve_all: "Tout résoudre…",
    choose: "Avec Ctrl, ou m dans la liste, on en choisit plusieurs.",
  },
};
