/** French: the frame of all views, the train graph and its actions. */
import type { Texts } from "../texts.ts";
import { compter } from "./french_words.ts";

export const FRENCH_GRAPH: Omit<
  Texts,
  "categories" | "edits" | "services" | "form" | "fields" | "move"
> = {
  title: "Marey",
  skip: "Aller au contenu",
  timetable: (id) => `Grille horaire ${id}`,
  unnamed: (id) => `(sans nom) ${id}`,
  chosen: (name, start, stock) => `Train choisi : ${name}, ${start}, ${stock}`,
  loading: {
    idle: "",
    timetable: "Lecture de la grille horaire…",
    axis: "Recherche de l’axe…",
    trains: "Calcul des marches…",
    conflicts: "Recherche des conflits…",
  },
  banner: {
    open: "AUTHORIZATION=disabled : quiconque atteint ce serveur peut tout faire.",
  },
  faults: {
    offline: "Le serveur est injoignable. Vous voyez ce qu’il a dit en dernier.",
    unauthenticated:
      "Vous n’êtes pas connecté, ou plus. S’il n’y a pas de page de connexion, adressez-vous à l’exploitant de ce serveur : il laisse cette tâche à une passerelle placée devant lui.",
    forbidden: "Vous n’avez pas le droit de faire cela.",
    roles: (roles) =>
      `Vous n’avez pas le droit de faire cela : il faut le rôle ${roles}, qu’un administrateur peut vous donner.`,
    level: (place, required, effective) =>
      `Vous n’avez pas le droit de faire cela : il faut le droit « ${required} » (${place}), et vous ${effective === null ? "n’en avez aucun" : `avez « ${effective} »`}. Un propriétaire peut vous le donner.`,
    signed_out: "Vous êtes déconnecté. Ce que vous modifiiez est toujours là.",
    sign_in: "Se reconnecter",
    slow: "Le serveur tarde à répondre…",
    view: "Cette vue n’a pas pu être chargée.",
    new_build: "Il y a une nouvelle version de cette page.",
    reload: "Recharger",
    busy: "Le serveur, ou sa base de données, est occupé ou absent. La question sera reposée dans un instant.",
    to_start: "Retour aux grilles horaires",
  },
  session: {
    nobody: "non connecté",
    signed_in: (name) => `Connecté : ${name}`,
    roles: (roles) => `Rôles : ${roles}`,
    no_roles: "aucun rôle",
  },
  tabs: {
    graph: "Graphique de circulation",
    train: "Train",
    map: "Carte",
    request: "Dernière minute",
  },
  setting: {
    infra: "Réseau",
    profiles: "Profils électriques",
    works: "Travaux",
    limits: "Limitations temporaires",
    none: "aucun",
    marked: "modifié à l’instant par quelqu’un",
    denied: "Vous n’avez plus le droit de lire ce réseau.",
    deleted: "Ce réseau a été supprimé.",
    gone: {
      works: "Ces travaux ont été supprimés : les trains sont montrés sans eux.",
      limits:
        "Ces limitations temporaires ont été supprimées : les trains sont montrés sans elles.",
    },
    without_effect: (first) =>
      `Certains travaux ou limitations temporaires sont ici sans effet : ils ne sont sur aucune voie de ce réseau, ou au-delà de sa fin (le premier : ${first}).`,
  },
  graph: {
    label:
      "Graphique de circulation. Les flèches déplacent, plus et moins agrandissent et réduisent, 0 montre tout, n va à maintenant, les crochets choisissent un train, t en trace un nouveau, Entrée l’ouvre, d le duplique, F2 le renomme et Suppr le supprime, u annule et U refait ce qui a été enregistré, Alt avec gauche et droite le décale, h choisit un de ses arrêts à décaler à sa place.",
    fit: "Tout voir",
    fit_train: "Cadrer le train",
    zoom_in: "Agrandir",
    zoom_out: "Réduire",
    day_before: "Jour précédent",
    day_after: "Jour suivant",
    now: "Maintenant",
    spacing: "Gares équidistantes",
    base_runs: "Marches de base",
    lists: "Trains et conflits",
    axis: (from, to) => (from === "" ? "Axe" : `Axe : ${from} – ${to}`),
    shown: "Afficher",
    search: "Chercher un train",
    category: "Catégorie",
    stock: "Matériel roulant",
    label_filter: "Étiquette",
    direction: "Sens",
    all: "tous",
    along: "dans le sens de l’axe",
    against: "en sens inverse",
    trains: (n) => `Trains (${n})`,
    trains_awaited: "Trains",
    conflicts: (n) => `Conflits (${n})`,
    conflicts_awaited: "Conflits",
    conflicts_here: "Seulement ceux du graphique",
    no_conflicts: "Aucun conflit.",
    no_conflicts_here: "Aucun conflit dans la partie visible du graphique.",
    no_such_conflicts: "Aucun conflit de cette sorte.",
    more_conflicts: (n) =>
      `… et ${n} de plus : agrandissez et montrez seulement ceux du graphique pour les trouver`,
    no_trains: "Aucun train ne correspond à cette recherche.",
    no_network:
      "Il n’y a aucun réseau que vous puissiez lire, et sans réseau aucun train ne circule.",
    empty:
      "Cette grille horaire n’a encore aucun train. « Nouveau train », dans la liste à côté, fait le premier ; « Axe », ci-dessus, montre l’itinéraire entre deux gares.",
    no_axis: "L’axe que nomme l’adresse n’est pas connu.",
    no_trains_here: "Aucun train de cette grille horaire ne circule entre deux gares de cet axe.",
    clear: "Effacer recherche et filtres",
    more: (n) => `… et ${n} de plus : cherchez pour les trouver`,
    elsewhere: "ailleurs",
    works_count: (n) => compter(n, "chantier", "chantiers"),
    conflict_types: { Spacing: "Espacement", Routing: "Itinéraire" },
    no_way: "Aucun itinéraire ne mène d’une gare à l’autre.",
    no_path: "Ce train n’a pas d’itinéraire sur ce réseau : il ne peut pas être l’axe.",
    requirements: "Ce qu’il occupe",
    occurrence: (index) => `circulation ${index + 1}`,
    occupancy: "Occupation des voies",
    now_at: (place) => `près de ${place}`,
    station_detail: (km, tracks) =>
      `PK ${km}${tracks === undefined ? "" : ` · ${compter(tracks, "voie", "voies")}`}`,
  },
  live: {
    live: "En direct",
    offline: "Hors ligne : nouvelle tentative…",
    refused: "Pas en direct",
    none: "",
    denied: "Vous n’avez plus le droit de lire cette grille horaire.",
    deleted: "Cette grille horaire a été supprimée.",
    marked: "modifié à l’instant par quelqu’un",
    outdated: "périmé",
    invalid: "sans marche",
    accept_all: "Accepter la marche actuelle de tous les trains",
    accepted: (n) =>
      `${compter(n, "train est accepté", "trains sont acceptés")} avec la marche actuelle.`,
  },
  out: { heading: "Emporter" },
  panels: {
    several: (n) => (n === 0 ? "Plusieurs trains" : `Plusieurs trains (${n})`),
    chosen: "choisi",
    compare: "Comparer",
    compared: "comparé à",
    works: "Travaux et limitations",
  },
  close: "Fermer",
  reader: "Langue et fuseau horaire",
};
