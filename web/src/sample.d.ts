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

/** Texts, made of the catalogues in `languages` (`bench/page/text_modules.ts`). */
declare module "virtual:texts/en/page" {
  const texts: import("../../dist/texts.d.ts").PageTexts;
  export default texts;
}

declare module "virtual:texts/en/tools" {
  const texts: import("../../dist/texts.d.ts").ToolTexts;
  export default texts;
}

/** All texts of another language. */
declare module "virtual:texts/*" {
  const translation: import("./language.ts").Translation;
  export default translation;
}

/** The languages that there are; English needs no loading. */
declare module "virtual:languages" {
  interface Spoken {
    readonly name: string;
    readonly locale: string;
    readonly load?: () => Promise<{ readonly default: import("./language.ts").Translation }>;
  }
  const languages: Readonly<Record<import("./language.ts").Language, Spoken>>;
  export default languages;
}
