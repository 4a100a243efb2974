import { type Static, Type } from "@sinclair/typebox";
import { limits } from "../../content/index.ts";
import { editModes, languages, visibilities } from "../../storage/database/index.ts";
import { HttpUrl, ListQuery, nullable, StringEnum, Timestamp } from "../http/index.ts";
import { DefaultLevel, DefaultLevelInput, Position, Title } from "../library-items/index.ts";
import { PresentedSpaceRules, SpaceMergeRules } from "../merge-rules/index.ts";

export const Emoji = Type.String({
  format: "emoji",
  maxLength: limits.emoji,
  description: "The emoji character, or its hexadecimal code points joined by hyphens.",
});
const EditMode = StringEnum(editModes, {
  description: "`live`: direct edits are accepted; `locked`: only merges change the content.",
});

const Language = StringEnum(languages, {
  description: "The language of the pages. If absent, search detects the language of each page.",
});

const GitSync = Type.Object({
  repoName: Type.Optional(Type.String()),
  installationProvider: Type.Optional(Type.String()),
  integration: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  updatedAt: Type.Optional(Timestamp),
});

export type Space = Static<typeof Space>;
export const Space = Type.Object(
  {
    object: Type.Literal("space"),
    id: Type.String(),
    title: Title,
    emoji: Emoji,
    visibility: StringEnum(visibilities),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Type.Optional(Timestamp),
    editMode: EditMode,
    urls: Type.Object({
      location: HttpUrl,
      app: HttpUrl,
      published: Type.Optional(HttpUrl),
      public: Type.Optional(HttpUrl),
      icon: Type.Optional(HttpUrl),
    }),
    organization: Type.String({ description: "The id of the organization." }),
    parent: Type.Optional(Type.String({ description: "The id of the parent collection." })),
    position: Position,
    language: Type.Optional(Language),
    gitSync: Type.Optional(GitSync),
    visitorAuth: Type.Optional(Type.Object({ backend: Type.String() })),
    revision: Type.String({ description: "The id of the current revision." }),
    defaultLevel: DefaultLevel,
    comments: Type.Integer(),
    changeRequests: Type.Integer(),
    changeRequestsOpen: Type.Integer(),
    changeRequestsDraft: Type.Integer(),
    mergeRules: PresentedSpaceRules,
    permissions: Type.Object({
      view: Type.Boolean(),
      access: Type.Boolean(),
      admin: Type.Boolean(),
      viewInviteLinks: Type.Boolean(),
      edit: Type.Boolean(),
      triggerGitSync: Type.Boolean(),
      comment: Type.Boolean(),
      merge: Type.Boolean(),
      review: Type.Boolean(),
      installIntegration: Type.Boolean(),
    }),
  },
  { title: "Space" },
);

export const SpaceListQuery = Type.Object({
  ...ListQuery,
  deleted: Type.Boolean({
    default: false,
    description: "If true, the spaces in the trash that the caller may restore, the last deleted first.",
  }),
});

export const SpaceQuery = Type.Object({
  shareKey: Type.Optional(
    Type.String({ description: "The key of a share link of a site that contains the space." }),
  ),
});

export type SpaceCreate = Static<typeof SpaceCreate>;
export const SpaceCreate = Type.Object({
  title: Type.Optional(Title),
  emoji: Type.Optional(Emoji),
  parent: Type.Optional(Type.String({ description: "The id of the parent collection." })),
  editMode: Type.Optional(EditMode),
  language: Type.Optional(Language),
});

export type SpaceUpdate = Static<typeof SpaceUpdate>;
export const SpaceUpdate = Type.Object({
  title: Type.Optional(Title),
  emoji: Type.Optional(nullable(Emoji)),
  icon: Type.Optional(nullable(HttpUrl)),
  editMode: Type.Optional(EditMode),
  language: Type.Optional(nullable(Language)),
  defaultLevel: Type.Optional(DefaultLevelInput),
  mergeRules: Type.Optional(SpaceMergeRules),
});
