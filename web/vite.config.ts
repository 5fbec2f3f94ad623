/** Builds the page into dist/web, with the Brotli and gzip forms that the server answers with. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const COMPRESSED = /\.(?:html|js|css|svg)$/;

/** Made once here, at the best level, and not for each request. */
function withCompressedForms(): Plugin {
  return {
    name: "compressed-forms",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (!COMPRESSED.test(name)) continue;
        const content = file.type === "chunk" ? file.code : file.source;
        this.emitFile({
          type: "asset",
          fileName: `${name}.br`,
          source: brotliCompressSync(content),
        });
        this.emitFile({
          type: "asset",
          fileName: `${name}.gz`,
          source: gzipSync(content, { level: 9 }),
        });
      }
    },
  };
}

/** The server beside which `npm run dev:web` runs: `PORT` names it as it does for the server. */
const SERVER = `http://127.0.0.1:${process.env["PORT"] ?? "8090"}`;
/** First segments of the server's paths that the page calls. */
const CALLED = [
  "authn",
  "authz",
  "electrical_profile_set",
  "infra",
  "light_rolling_stock",
  "paced_train",
  "projects",
  "ready",
  "rolling_stock",
  "search",
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
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // Nothing inline: the policy forbids scripts, and pictures have one way to be served.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  plugins: [withCompressedForms()],
  server: {
    proxy: Object.fromEntries(CALLED.map((segment) => [`^/${segment}(?:[/?]|$)`, SERVER])),
  },
});
