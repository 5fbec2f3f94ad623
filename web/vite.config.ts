/** Builds the page into dist/web, with the Brotli and gzip forms that the server answers with. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

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
    outDir: FOLDER,
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
