/** The sample's data, made by the build (`vite.config.ts`). */
declare module "virtual:sample" {
  import type { Sample } from "./state/records/importing.ts";

  const sample: Sample;
  export default sample;
}

/** Schemas of a network's objects, by type (`vite.config.ts`). */
declare module "virtual:object_forms" {
  import type { ObjectType } from "./editor/edits/edits.ts";
  import type { Schema } from "./editor/form_values.ts";

  const forms: Readonly<Record<ObjectType, Schema>>;
  export default forms;
}
