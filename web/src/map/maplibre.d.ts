/** The build of the library for pages that allow no script but their own files: it has no types of its own. */
declare module "maplibre-gl/dist/maplibre-gl-csp.js" {
  import type * as library from "maplibre-gl";

  const loaded: typeof library;
  export default loaded;
}
