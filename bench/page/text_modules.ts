/** The catalogues of the page's texts as modules, for the build of the page and for tests. */
import { join } from "node:path";
import {
  CATALOGUES,
  type CatalogueName,
  catalogueFile,
  compileCatalogue,
  readCatalogue,
  readLanguages,
} from "./text_catalogues.ts";

const LANGUAGES = "virtual:languages";
const TEXTS = /^virtual:texts\/(\w+)(?:\/(\w+))?$/;

interface Loading {
  addWatchFile(file: string): void;
}

/** `virtual:texts/fr/page`: a catalogue; `virtual:texts/fr`: a language's all; `virtual:languages`: which there are. */
export function textModules(folder: string): {
  readonly name: string;
  readonly resolveId: (id: string) => string | null;
  readonly load: (this: Loading, id: string) => string | null;
} {
  return {
    name: "text-modules",
    resolveId: (id) => (id === LANGUAGES || TEXTS.test(id) ? id : null),
    load(id) {
      if (id === LANGUAGES) {
        this.addWatchFile(join(folder, "languages.json"));
        return listModules(folder);
      }
      const [, tag, name] = TEXTS.exec(id) ?? [];
      if (tag === undefined) return null;
      if (name === undefined) return joinCatalogues(tag);
      for (const one of ["en", tag]) {
        this.addWatchFile(catalogueFile(folder, one, name as CatalogueName));
      }
      return compileCatalogue(readCatalogue(folder, tag, name as CatalogueName), tag);
    },
  };
}

function joinCatalogues(tag: string): string {
  const imports = CATALOGUES.map((name) => `import ${name} from "virtual:texts/${tag}/${name}";`);
  return `${imports.join("")}export default {${CATALOGUES.join(",")}};`;
}

function listModules(folder: string): string {
  const all = readLanguages(folder).map(({ tag, ...one }) => {
    const load = tag === "en" ? "" : `,load:()=>import("virtual:texts/${tag}")`;
    return `${tag}:{name:${JSON.stringify(one.name)},locale:"${one.locale}"${load}}`;
  });
  return `export default {${all.join(",")}};`;
}
