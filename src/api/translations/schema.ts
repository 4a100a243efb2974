import { type Static, Type } from "@sinclair/typebox";
import { languages } from "../../storage/database/index.ts";
import { HttpUrl, StringEnum, Timestamp } from "../http/index.ts";

const Title = Type.String({ minLength: 1, maxLength: 100 });
const Languages = Type.Array(StringEnum(languages), {
  uniqueItems: true,
  description: "The target languages.",
});

export type TranslationSettings = Static<typeof TranslationSettings>;
export const TranslationSettings = Type.Object(
  {
    object: Type.Literal("translation-settings"),
    id: Type.String(),
    title: Title,
    languages: Languages,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "TranslationSettings" },
);

/** If `languages` is absent, an update keeps them. */
export const TranslationSettingsWrite = Type.Object({ title: Title, languages: Type.Optional(Languages) });
