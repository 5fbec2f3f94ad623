/** French: everything outside a timetable. */
import type { Later } from "../later_texts.ts";
import { citer, compter } from "./french_words.ts";

export const FRENCH_FRAME: Pick<
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
  just_now: "à l’instant",
  start: {
    heading: "Grilles horaires",
    search: "Chercher par grille, scénario, étude ou projet",
    trains: (n) => compter(n, "train", "trains"),
    changed: (when, who) => (who === null ? `modifié ${when}` : `modifié ${when} par ${who}`),
    no_place: "dans aucun scénario",
    none_found: (words) => `Rien n’a ${citer(words)} dans son nom.`,
    none: "Il n’y a aucune grille horaire que vous puissiez lire. Qui en possède une peut la partager avec vous.",
    more: (n) => `En montrer ${n} de plus`,
    networks: "Réseaux",
    no_networks: "Il n’y a aucun réseau que vous puissiez lire.",
    more_networks: (n) => `… et ${n} de plus`,
    new_timetable: "Nouvelle grille horaire",
    projects: "Projets",
    stocks: "Matériels roulants",
    import: "Importer",
    no_writing:
      "Pour faire des grilles horaires il faut le rôle timetable:write ; un administrateur le donne.",
    actions: (name) => `Autres actions sur ${name}`,
  },
  records: {
    rename: "Renommer…",
    copy: "Copier…",
    remove: "Supprimer…",
    share: "Partager…",
    history: "Historique…",
    new_name: "Nom",
    make: "Créer",
    store: "Enregistrer",
    cancel: "Abandonner",
    delete: "Supprimer",
    name_missing: "Un nom a au moins un caractère visible et au plus 128.",
    copy_of: (name) => `Copie de ${name}`,
    rename_what: (name) => `Renommer ${name}`,
    copy_what: (name) => `Copier ${name}`,
    delete_what: (name) => `Supprimer ${name} ?`,
    renamed: (name) => `Le nouveau nom est ${name}.`,
    made: (name) => `${name} est créé.`,
    deleted: (name) => `${name} est supprimé.`,
    delete_timetable: (n, scenario) =>
      `${compter(n, "train disparaît", "trains disparaissent")} avec elle${scenario === null ? "" : `, ainsi que le scénario ${citer(scenario)}`}. Cela ne peut pas être annulé.`,
    not_owner: "Seuls ses propriétaires peuvent la supprimer.",
    not_writer: "Vous pouvez la lire, mais pas la modifier.",
  },
  guide: {
    heading: "Il n’y a encore rien ici",
    words:
      "Une grille horaire a besoin d’un réseau et de matériels roulants. Commencez par l’exemple pour regarder, ou apportez vos propres données.",
    sample: "Charger l’exemple",
    sample_what:
      "Une ligne de 200 km avec 60 trains et deux missions cadencées à l’heure. Cela prend quelques secondes.",
    own: "Apporter ses propres données",
    no_roles: (roles) =>
      `Pour charger quelque chose ici il vous faut ${roles}. Un administrateur donne les rôles ; le propriétaire d’une grille horaire peut la partager avec vous.`,
    role: (names) => (names.includes(",") ? `les rôles ${names}` : `le rôle ${names}`),
    sample_name: "Exemple",
    sample_profiles: "Exemple",
    open: "Ouvrir la grille horaire",
  },
  imports: {
    collection: "Matériels roulants propres",
    heading: "Importer",
    network: "Réseau",
    network_hint: "RailJSON (.json), railML (.railml, .xml) ou OpenStreetMap (.osm, .osm.pbf)",
    stocks: "Matériels roulants",
    stocks_hint:
      "railML (.railml, .xml), ou le format du serveur : un matériel roulant ou une liste (.json)",
    timetable: "Grille horaire",
    timetable_hint:
      "railML (.railml, .xml), un graphe de réseau (.json), GTFS (.zip), NeTEx (.xml), un tableau (.csv, .xlsx), ou ce que « Grille horaire en JSON » a écrit",
    name: "Nom",
    file: "Fichier",
    begin: "Importer",
    is_netgraph: "C’est un graphe de réseau : il s’importe comme grille horaire.",
    no_network: "aucun : les noms restent tels quels",
    stock_of_trains: "Matériel roulant des trains qui n’en nomment pas",
    first_day: "Premier jour",
    report: (n) => `Rapport : ${compter(n, "remarque", "remarques")}`,
    reading: (name) => `Lecture de ${name}…`,
    sending: (size) => `Envoi de ${size}…`,
    server_reading: (seconds) => `Le serveur lit le fichier : ${seconds} s…`,
    storing: (seconds) => `Le serveur enregistre ce qu’il a lu : ${seconds} s…`,
    ended: "Vous l’avez arrêté.",
    building: "Préparation du réseau…",
    making: (what, i, n) => `${what} : ${i} sur ${n}…`,
    network_done: (name) => `Le réseau ${citer(name)} est prêt.`,
    network_faults: (n) =>
      `${compter(n, "défaut y a été trouvé", "défauts y ont été trouvés")} : il se peut que des trains n’y trouvent pas leur itinéraire.`,
    stocks_done: (n, known) =>
      `${compter(n, "matériel roulant est créé", "matériels roulants sont créés")}${known === 0 ? "." : `, ${known} du même nom ${known < 2 ? "existait déjà et reste tel quel" : "existaient déjà et restent tels quels"}.`}`,
    timetable_done: (n) => `${compter(n, "train est importé", "trains sont importés")}.`,
    failed: "Rien n’a été importé :",
    stopped: (n) =>
      `Arrêté ; ${compter(n, "matériel roulant a été créé", "matériels roulants ont été créés")} auparavant :`,
    no_json: (reason) => `Ce n’est pas du JSON : ${reason}.`,
    at_line: (line, place, reason) =>
      `ligne ${line}${place === "" ? "" : ` (${place})`} : ${reason}`,
    needs: (role) => `Il faut pour cela le rôle ${role} ; un administrateur le donne.`,
    sample: { profiles: "Profils électriques…", timetable: "Grille horaire…", open: "Terminé." },
  },
  sharing: {
    heading: (name) => `Qui a quels droits sur ${name}`,
    who: "Qui",
    may: "Peut",
    may_of: (name) => `Ce que ${name} peut faire`,
    everybody: "Tout le monde",
    group: (name) => `${name} (groupe)`,
    kinds: { user: "personne", group: "groupe" },
    levels: {
      MinimalMetadata: "voir que cela existe",
      Reader: "consulter",
      Creator: "consulter et ajouter",
      Writer: "consulter et modifier",
      Owner: "tout faire, aussi partager et supprimer",
    },
    inherited: (from) => `par l’élément qui le contient (${from})`,
    add_heading: "Partager avec quelqu’un",
    add: "Partager",
    remove: "Retirer",
    remove_of: (name) => `Retirer ${name}`,
    along: (name) => `Permettre aussi de consulter ${citer(name)}, sur lequel circulent les trains`,
    not_allowed:
      "Vous ne pouvez pas partager cela : il faut d’abord que quelqu’un le partage nommément avec vous.",
    known_users: "Seuls ceux qui ont ouvert ce serveur une fois peuvent être trouvés.",
  },
  looks: {
    by: "Couleurs selon",
    legend: "Légende",
    base: "marche de base du train choisi",
    bases: "marche de base",
    tried: "essai, non enregistré",
    failed: "non enregistré",
    conflict: "conflit",
    work: "travaux",
    limit: "limitation temporaire de vitesse, km/h",
    requirement: "occupé par le train choisi",
    rectangle: "Maj et glisser pour agrandir un rectangle",
  },
  history: {
    heading: (name) => `Ce qui a été changé dans ${name}`,
    none: "Rien n’a été changé récemment. Les changements plus anciens ne sont pas gardés.",
    when: "Quand",
    who: "Qui",
    what: "Quoi",
    values: "Valeurs",
    values_of: (what) => `Valeurs : ${what}`,
    old: "Avant",
    new: "Après",
    nobody: "quelqu’un",
    trains: (names, rest, kind) => {
      const more =
        kind === "train_schedule"
          ? compter(rest, "train", "trains")
          : compter(rest, "mission", "missions");
      if (names === "") return more;
      return rest === 0 ? names : `${names} et ${more}`;
    },
    acts: {
      created: (trains) => `a créé ${trains}`,
      changed: (trains) => `a modifié ${trains}`,
      deleted: (trains) => `a supprimé ${trains}`,
    },
    take_back: "Annuler",
    take_back_what: (what) => `Annuler : ${what}`,
    taken_back: (what) => `Annulé : ${what}.`,
    overtaken:
      "Un de ces trains a de nouveau été changé depuis : annulez d’abord le changement le plus récent.",
  },
  projects: {
    heading: "Projets",
    new_project: "Nouveau projet",
    new_study: "Nouvelle étude",
    new_scenario: "Nouveau scénario",
    none: "Il n’y a aucun projet que vous puissiez lire.",
    no_studies: "Ce projet n’a encore aucune étude.",
    no_scenarios: "Cette étude n’a encore aucun scénario.",
    no_role:
      "Pour modifier des projets il faut le rôle operational-studies:write ; un administrateur le donne.",
    delete_words:
      "Tout ce qu’il contient disparaît avec lui ; les grilles horaires de ses scénarios restent. Cela ne peut pas être annulé.",
  },
  stocks: {
    heading: "Matériels roulants",
    search: "Chercher un matériel roulant",
    none: "Il n’y a aucun matériel roulant de ce nom que vous puissiez lire.",
    first: {
      none: "Il n’y a encore aucun matériel roulant que vous puissiez lire. Commencez par ceux de l’exemple, dupliquez-les et changez leurs données ; ou apportez les vôtres par « Importer » à côté des grilles horaires.",
      make: "Ajouter les matériels roulants de l’exemple",
    },
    choose: "Choisissez un matériel roulant pour voir ses données et ses courbes.",
    facts: (kmh, metres) => `${Math.round(kmh)} km/h · ${Math.round(metres)} m`,
    duplicate: "Dupliquer…",
    edit: "Modifier",
    as_railml: "Enregistrer en railML",
    picture: (name) => `Image de ${name}`,
    no_role:
      "Pour modifier des matériels roulants il faut le rôle rolling-stock:write ; un administrateur le donne.",
    not_writer:
      "Il est dans une collection que vous ne pouvez pas modifier : dupliquez-le pour modifier la copie.",
    locked: "Il est verrouillé : dupliquez-le pour modifier la copie.",
    stored: (name) =>
      `${name} est enregistré. Les trains qui l’utilisent circulent avec les nouvelles données.`,
    overtaken:
      "Quelqu’un d’autre l’a modifié entre-temps : choisissez-le de nouveau pour voir ce qu’il est maintenant.",
    no_number: (field) => `${field} : il faut un nombre.`,
    fields: {
      length: "Longueur",
      mass: "Masse",
      max_speed: "Vitesse maximale",
      startup_time: "Temps de mise en route",
      startup_acceleration: "Accélération au démarrage",
      comfort_acceleration: "Accélération maximale",
      gamma: "Freinage",
      A: "Résistance A",
      B: "Résistance B",
      C: "Résistance C",
    },
    modes: "Traction",
    gauge: "Gabarit",
    signalling: "Systèmes de signalisation",
    power_class: "Classe de puissance",
    restrictions: "Restrictions de puissance",
    resistance: "résistance",
    speed_axis: "km/h",
    effort_axis: "kN",
    chart_label: (name) =>
      `Effort de traction de ${name} selon la vitesse, par mode, et sa résistance à l’avancement.`,
  },
  liveries: {
    heading: "Livrées",
    none: "Il n’a pas encore d’image. Les autres programmes montrent la livrée nommée « default » ; plusieurs images sont mises côte à côte dans l’ordre des noms de leurs fichiers.",
    about:
      "Les autres programmes montrent celle qui se nomme « default ». Plusieurs images d’une livrée sont mises côte à côte dans l’ordre des noms de leurs fichiers.",
    name: "Nom de la livrée",
    files: "Images (PNG, JPEG, GIF, WebP)",
    add: "Ajouter une livrée",
    picture: (name) => `Livrée ${name}`,
    delete_of: (name) => `Supprimer la livrée ${name}`,
    delete_words: "Son image disparaît avec elle. Cela ne peut pas être annulé.",
  },
};
