/** The sample's data, made by the build (`vite.config.ts`). */
declare module "virtual:sample" {
  import type { Sample } from "./state/importing.ts";

  const sample: Sample;
  export default sample;
}
