/** Builds the page into dist/web, with the Brotli and gzip forms that the server answers with. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { textModules } from "../bench/page/text_modules.ts";
import { makeTownLine } from "../bench/sample/town_line.ts";

const COMPRESSED = /\.(?:html|js|css|svg)$/;

const FOLDER = join(import.meta.dirname, "../dist/web");

/** Made once here, at the best level, and not for each request; of what was written, which nothing changes any more. */
function withCompressedForms(): Plugin {
  return {
    name: "compressed-forms",
    closeBundle() {
      for (const name of readdirSync(FOLDER, { recursive: true, encoding: "utf8" })) {
        if (!COMPRESSED.test(name)) continue;
        const path = join(FOLDER, name);
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(content));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

const SAMPLE = "virtual:sample";

/** The town line as a part of its own, loaded when it is asked for. */
function withSample(): Plugin {
  return {
    name: "sample",
    resolveId: (id) => (id === SAMPLE ? id : null),
    load: (id) => {
      if (id !== SAMPLE) return null;
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(makeTownLine()))});`;
    },
  };
}

const FORMS = "virtual:object_forms";
const DOCUMENT = join(import.meta.dirname, "../dist/openapi.json");

/** What objects of a network look like, by type: the editor's forms are made from the server's own schemas. */
function withObjectForms(): Plugin {
  return {
    name: "object-forms",
    resolveId: (id) => (id === FORMS ? id : null),
    load: (id) => {
      if (id !== FORMS) return null;
      const { components } = JSON.parse(readFileSync(DOCUMENT, "utf8")) as ApiDocument;
      const { properties } = components.schemas.RailjsonDocument;
      const forms = Object.entries(OBJECT_LISTS).map(([type, list]) => [
        type,
        properties[list]?.items,
      ]);
      // What a reader is told stands in the page's languages.
      const text = JSON.stringify(Object.fromEntries(forms), (name, value: unknown) =>
        name === "description" && typeof value === "string" ? undefined : value,
      );
      return `export default JSON.parse(${JSON.stringify(text)});`;
    },
  };
}

interface ApiDocument {
  readonly components: {
    readonly schemas: {
      readonly RailjsonDocument: {
        readonly properties: Readonly<Record<string, { readonly items: unknown }>>;
      };
    };
  };
}

/** Where each type of object stands in a network. */
const OBJECT_LISTS = {
  TrackSection: "track_sections",
  SwitchType: "extended_switch_types",
  Electrification: "electrifications",
  NeutralSection: "neutral_sections",
  SpeedSection: "speed_sections",
  OperationalPoint: "operational_points",
  Detector: "detectors",
  BufferStop: "buffer_stops",
  Switch: "switches",
  Route: "routes",
  Signal: "signals",
} as const;

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const ENTRY = join(import.meta.dirname, "src/main.tsx");
let first_view: ReadonlySet<string> | null = null;

/** What the page's entry imports, and what that imports: the rest is loaded when it is opened. */
function listFirstView(modules: Modules): ReadonlySet<string> {
  const found = new Set<string>([ENTRY]);
  for (const id of found) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/** One file: two would be larger, and not sooner there. */
function nameOfChunk(id: string, modules: Modules): string | null {
  first_view ??= listFirstView(modules);
  return first_view.has(id) ? "page" : null;
}

/** The server beside which `npm run dev:web` runs: `PORT` names it as it does for the server. */
const SERVER = `http://127.0.0.1:${process.env["PORT"] ?? "8090"}`;
/** First segments of the server's paths that the page calls. */
const CALLED = [
  "authn",
  "authz",
  "base_map",
  "electrical_profile_set",
  "fonts",
  "infra",
  "layers",
  "light_rolling_stock",
  "overview",
  "paced_train",
  "projects",
  "ready",
  "rolling_stock",
  "rolling_stock_collection",
  "search",
  "sprites",
  "temporary_speed_limit_group",
  "timetable",
  "train_schedule",
  "v2",
  "version",
  "work_schedules",
];

export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses: the page works behind a gateway's prefix.
  base: "./",
  build: {
    outDir: FOLDER,
    emptyOutDir: true,
    target: "es2022",
    // As written: `light-dark()` is taken apart for older browsers.
    cssTarget: ["chrome123", "firefox128", "safari17.5"],
    // Nothing inline: the policy forbids scripts, and pictures have one way to be served.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The map's library alone is larger; it is loaded when a map is opened.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: nameOfChunk, debugName: "first view" }] },
        // Hexadecimal digits are packed best.
        hashCharacters: "hex",
        // The first view names all that is loaded later: a word more for each is weight, so only views have one.
        chunkFileNames: ({ name }) =>
          /^page$|_view$/.test(name) ? "assets/[name]-[hash:7].js" : "assets/[hash:7].js",
        assetFileNames: "assets/[name]-[hash:6][extname]",
      },
    },
  },
  plugins: [
    textModules(join(import.meta.dirname, "src/languages")),
    withSample(),
    withObjectForms(),
    withCompressedForms(),
  ],
  server: {
    proxy: Object.fromEntries(CALLED.map((segment) => [`^/${segment}(?:[/?]|$)`, SERVER])),
  },
});
