import { type Static, Type } from "@sinclair/typebox";
import {
  processErrorCodes,
  processingStates,
  specVisibilities,
  textFormats,
} from "../../storage/database/index.ts";
import { HttpUrl, patternMessage, StringEnum, Timestamp } from "../http/index.ts";

const maxSlugLength = 100;
const slugPattern = "^[a-z0-9]+(?:-[a-z0-9]+)*$";
export const slugRule =
  "must be lower-case letters and digits, in words that are joined by single hyphens, 100 characters at most";
const Slug = Type.String({
  minLength: 1,
  maxLength: maxSlugLength,
  pattern: slugPattern,
  [patternMessage]: slugRule,
});

/** Validates a slug in a path, which has no schema. */
export function isSlug(text: string): boolean {
  return text.length <= maxSlugLength && new RegExp(slugPattern).test(text);
}

const Visibility = StringEnum(specVisibilities, {
  description: "Anyone may read a `public` spec, at `urls.published`.",
});

export type OpenAPISpec = Static<typeof OpenAPISpec>;
export const OpenAPISpec = Type.Object(
  {
    object: Type.Literal("openapi-spec"),
    id: Type.String(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    slug: Slug,
    sourceURL: Type.Optional(HttpUrl),
    processingState: StringEnum(processingStates, {
      description: "`complete` when the source has been read, whether that went well or not.",
    }),
    visibility: Visibility,
    lastVersion: Type.Optional(
      Type.String({ description: "The id of the last version that could be read." }),
    ),
    lastProcessedAt: Type.Optional(Timestamp),
    lastProcessErrorCode: Type.Optional(
      StringEnum(processErrorCodes, {
        description: "Absent when the source was last read without an error.",
      }),
    ),
    lastProcessedErrors: Type.Optional(
      Type.Array(Type.Object({ code: Type.String(), message: Type.String() }), {
        description: "The same in words.",
      }),
    ),
    permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
    urls: Type.Object({ location: HttpUrl, app: HttpUrl, published: Type.Optional(HttpUrl) }),
  },
  { title: "OpenAPISpec" },
);

export type SpecVersion = Static<typeof SpecVersion>;
export const SpecVersion = Type.Object(
  {
    object: Type.Literal("openapi-spec-version"),
    id: Type.String(),
    createdAt: Timestamp,
    url: Type.String({
      format: "uri",
      description: "Where its main file can be read without a token, and the others beside it.",
    }),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "OpenAPISpecVersion" },
);

export const SpecContent = Type.Object(
  {
    filesystem: Type.Unsafe<Record<string, unknown>>({
      type: "object",
      additionalProperties: true,
      description: "The documents by the names of their files.",
    }),
    url: Type.String({ format: "uri" }),
  },
  { title: "OpenAPISpecContent" },
);

export const SpecRawContent = Type.Object(
  {
    text: Type.String({ description: "The main file, exactly as it was given." }),
    format: StringEnum(textFormats),
  },
  { title: "OpenAPISpecRawContent" },
);

export type SpecSource = Static<typeof SpecSource>;
const SpecSource = Type.Object(
  {
    url: Type.Optional(HttpUrl),
    text: Type.Optional(Type.String({ minLength: 1, description: "In JSON or YAML." })),
  },
  { description: "Either the address of a file in JSON or YAML, or its text." },
);

export const SpecCreate = Type.Object({ slug: Slug, source: SpecSource });
export const SpecPut = Type.Object({ source: SpecSource });
export const SpecUpdate = Type.Object({ visibility: Visibility });
