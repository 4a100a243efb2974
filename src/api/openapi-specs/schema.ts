import { type Static, Type } from "@sinclair/typebox";
import { includesRole, type Role } from "../../identity/roles/index.ts";
import { encodePath } from "../../platform/index.ts";
import {
  processErrorCodes,
  processingStates,
  specVisibilities,
  textFormats,
} from "../../storage/database/index.ts";
import { type Context, HttpUrl, nullable, patternMessage, StringEnum, Timestamp } from "../http/index.ts";
import type { SpecRow, VersionRow } from "./store.ts";

const maxSlugLength = 100;
const slugPattern = "^[a-z0-9]+(?:-[a-z0-9]+)*$";
export const slugRule =
  "must be lower-case letters and digits, separated by single hyphens, 100 characters at most";
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
      description: "`complete` after the source was read, successfully or with an error.",
    }),
    visibility: Visibility,
    lastVersion: Type.Optional(Type.String({ description: "The id of the last valid version." })),
    lastProcessedAt: Type.Optional(Timestamp),
    lastProcessErrorCode: Type.Optional(
      StringEnum(processErrorCodes, {
        description: "Absent when the source was last read without an error.",
      }),
    ),
    lastProcessedErrors: Type.Optional(
      Type.Array(Type.Object({ code: Type.String(), message: Type.String() }), {
        description: "The same error, with a message.",
      }),
    ),
    lastProcessedErrorCount: Type.Integer({ description: "The number of `lastProcessedErrors`." }),
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
      description: "The URL of the main file, readable without a token. Other files are at relative URLs.",
    }),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "OpenAPISpecVersion" },
);

const SpecFile = Type.Object({
  dir: Type.String(),
  isEntrypoint: Type.Boolean({ description: "Whether it is the main file." }),
  references: Type.Array(Type.String(), { description: "The names of the files that it refers to." }),
  filename: Type.String(),
  specification: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
});

export const SpecContent = Type.Object(
  {
    filesystem: Type.Array(SpecFile, {
      description:
        "The files, as the parser of Scalar reads them: references to other files are their names.",
    }),
    documents: Type.Unsafe<Record<string, unknown>>({
      type: "object",
      additionalProperties: true,
      description: "The documents by file name, with references as in the source.",
    }),
    url: Type.String({ format: "uri" }),
    urls: Type.Object({
      source: Type.String({ format: "uri", description: "The same as `url`." }),
      public: nullable(
        Type.String({ format: "uri", description: "Where anyone may read the spec, if it is public." }),
      ),
    }),
  },
  { title: "OpenAPISpecContent" },
);

const SpecChange = Type.Object({
  code: Type.String({ description: "The kind of change, such as `parameter-removed`." }),
  isBreaking: Type.Boolean({ description: "Whether clients of the earlier version may fail." }),
  message: Type.String({ description: "What changed, as a sentence." }),
});

export const SpecVersionChanges = Type.Object(
  {
    object: Type.Literal("openapi-spec-changes"),
    from: Type.Optional(
      Type.String({
        description: "The earlier version; absent if the first version is compared with nothing.",
      }),
    ),
    to: Type.String(),
    counts: Type.Object({
      added: Type.Integer(),
      removed: Type.Integer(),
      changed: Type.Integer(),
      breaking: Type.Integer({ description: "The number of operations with breaking changes." }),
    }),
    general: Type.Array(SpecChange, { description: "Changes of the whole spec, such as of its servers." }),
    operations: Type.Array(
      Type.Object({
        kind: StringEnum(["added", "removed", "changed"]),
        path: Type.String({ description: "The path, or the name of a webhook." }),
        method: Type.String(),
        isWebhook: Type.Boolean(),
        title: Type.Optional(Type.String()),
        isBreaking: Type.Boolean(),
        changes: Type.Array(SpecChange),
      }),
      { description: "Those with breaking changes first, then by path." },
    ),
    isTruncated: Type.Boolean({ description: "Whether parts of a very large spec were not compared." }),
  },
  { title: "OpenAPISpecChanges" },
);

export const SpecRawContent = Type.Object(
  {
    text: Type.String({ description: "The original text of the main file." }),
    format: StringEnum(textFormats),
  },
  { title: "OpenAPISpecRawContent" },
);

export type SpecSource = Static<typeof SpecSource>;
const SpecSource = Type.Object(
  {
    url: Type.Optional(HttpUrl),
    text: Type.Optional(Type.String({ minLength: 1, description: "The spec in JSON or YAML." })),
  },
  { description: "Either the URL of a file in JSON or YAML, or its text." },
);

export const SpecCreate = Type.Object({ slug: Slug, source: SpecSource });
export const SpecPut = Type.Object({ source: SpecSource });
export const SpecUpdate = Type.Object({ visibility: Visibility });

type UrlContext = Pick<Context, "config" | "urls" | "fileLinks">;

/** A spec as a member with this role in the organization sees it. */
export function presentSpec(row: SpecRow, role: Role | null, { config, urls }: UrlContext): OpenAPISpec {
  const path = pathOf(row);
  return {
    object: "openapi-spec",
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    slug: row.slug,
    ...(row.source_url !== null && { sourceURL: row.source_url }),
    processingState: row.processing_state,
    visibility: row.visibility,
    ...(row.last_version_id !== null && { lastVersion: row.last_version_id }),
    ...(row.last_processed_at !== null && { lastProcessedAt: row.last_processed_at }),
    ...(row.last_error_code !== null && {
      lastProcessErrorCode: row.last_error_code,
      lastProcessedErrors: [{ code: row.last_error_code, message: row.last_error ?? row.last_error_code }],
    }),
    lastProcessedErrorCount: row.last_error_code === null ? 0 : 1,
    permissions: { view: includesRole(role, "read"), edit: includesRole(role, "create") },
    urls: {
      location: urls.api(path),
      app: urls.app(path),
      ...(row.visibility === "public" && { published: publicUrl(row.id, config.baseUrl) }),
    },
  };
}

/** The URL of a public spec. It redirects to the entry file of the last version. */
export function publicUrl(specId: string, baseUrl: string): string {
  return `${baseUrl}/openapi/public/${specId}`;
}

function pathOf({ organization_id, slug }: SpecRow): string {
  return `/orgs/${organization_id}/openapi/${slug}`;
}

export function presentVersion(row: VersionRow, spec: SpecRow, context: UrlContext): SpecVersion {
  return {
    object: "openapi-spec-version",
    id: row.id,
    createdAt: row.created_at,
    url: versionUrl(row, context),
    urls: { location: context.urls.api(`${pathOf(spec)}/versions/${row.id}`) },
  };
}

/** The signed URL of a version, for tools that cannot send a token. */
export function versionUrl({ id, entry }: VersionRow, { config, fileLinks }: UrlContext): string {
  const signature = fileLinks.sign(...signedParts(id));
  return `${config.baseUrl}/openapi/versions/${id}/${signature}/${encodePath(entry)}`;
}

/** The URLs in the content of a version. */
export function contentUrls(spec: SpecRow, version: VersionRow, context: UrlContext) {
  const url = versionUrl(version, context);
  const isPublic = spec.visibility === "public";
  return { url, urls: { source: url, public: isPublic ? publicUrl(spec.id, context.config.baseUrl) : null } };
}

/** The parts of a version's URL that its signature covers. */
export function signedParts(versionId: string): string[] {
  return ["openapi-version", versionId];
}
