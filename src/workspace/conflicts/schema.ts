import { type Static, Type } from "@sinclair/typebox";
import { File } from "../../api/content/index.ts";
import { ListOf, ListQuery, StringEnum } from "../../api/http/index.ts";
import { limits } from "../../content/index.ts";

const Side = StringEnum(["ours", "theirs"], {
  description: "`ours`: the change request. `theirs`: the primary content.",
});

const PageName = Type.Object({ id: Type.String(), title: Type.String() });

const Subject = Type.Object(
  {
    type: StringEnum(["page", "group", "link", "reusable-content", "file", "variable"]),
    id: Type.String({ description: "The id; of a variable, its name." }),
    title: Type.String({ description: "The title or name, without conflict markers." }),
    path: Type.Optional(Type.String({ description: "The path of a page." })),
  },
  { title: "ConflictSubject" },
);

export type ConflictVersion = Static<typeof ConflictVersion>;
const ConflictVersion = Type.Object(
  {
    markdown: Type.Optional(Type.String({ description: "Of a text." })),
    value: Type.Optional(Type.Unknown({ description: "Of an attribute, as pages have it." })),
    parent: Type.Optional(
      Type.Unsafe<Static<typeof PageName> | null>({
        ...PageName,
        type: ["object", "null"],
        description: "Of a position; null is the top level.",
      }),
    ),
    file: Type.Optional(File),
    document: Type.Optional(
      Type.Object(
        {
          html: Type.String({ description: "The words that differ in the other version are marked." }),
          styles: Type.String({ description: "The rules of the classes that only this HTML uses." }),
          language: Type.String(),
          direction: StringEnum(["ltr", "rtl"]),
        },
        { description: "A text as HTML, with `html`." },
      ),
    ),
  },
  { title: "ConflictVersion" },
);

export type Conflict = Static<typeof Conflict>;
export const Conflict = Type.Object(
  {
    object: Type.Literal("conflict"),
    id: Type.String({ description: "Identifies the conflict until it is settled or its versions change." }),
    kind: StringEnum(["text", "attribute", "position", "deletion"], {
      description:
        "`text`: a passage of a document. `attribute`: a field of a page, or the whole of a file or variable. `position`: the parent of a page. `deletion`: one side deleted what the other one changed.",
    }),
    subject: Subject,
    field: Type.Optional(Type.String({ description: "The name of the attribute, such as `title`." })),
    isFrontMatter: Type.Optional(
      Type.Boolean({ description: "Whether the field is one of the front matter only. Its value is YAML." }),
    ),
    deletedBy: Type.Optional(Side),
    base: Type.Optional({ ...ConflictVersion, description: "What was before; absent if it is not known." }),
    ours: Type.Optional({ ...ConflictVersion, description: "Absent if it is not there." }),
    theirs: Type.Optional({ ...ConflictVersion, description: "Absent if it is not there." }),
    choices: Type.Array(StringEnum(["ours", "theirs", "both", "written"])),
  },
  { title: "Conflict" },
);

export const ConflictQuery = Type.Object({
  ...ListQuery,
  html: Type.Boolean({ default: false, description: "Whether texts are also given as HTML." }),
});

export const ConflictList = Type.Composite([
  ListOf(Conflict),
  Type.Object({
    revision: Type.String({ description: "The revision of the change request that has these conflicts." }),
    total: Type.Integer({ description: "The number of conflicts with those that are settled." }),
    settled: Type.Integer(),
  }),
]);

const ConflictChoice = Type.Object({
  conflict: Type.String({ minLength: 1, maxLength: 256, description: "The id of the conflict." }),
  choice: StringEnum(["ours", "theirs", "both", "written"]),
  markdown: Type.Optional(
    Type.String({ maxLength: limits.document, description: "The text, if `choice` is `written`." }),
  ),
  value: Type.Optional(
    Type.Unknown({
      description:
        "The value of an attribute, if `choice` is `written`: of a file its name, of a position the id of the parent, or an empty string for the top level. Null removes it.",
    }),
  ),
});

export type ConflictChoices = Static<typeof ConflictChoices>;
export const ConflictChoices = Type.Object({
  revision: Type.Optional(
    Type.String({ description: "Nothing is changed if this is not the current revision any more." }),
  ),
  choices: Type.Array(ConflictChoice, { minItems: 1, maxItems: 1000 }),
});

export const SettledConflicts = Type.Object({
  revision: Type.String({ description: "The new revision of the change request." }),
  open: Type.Integer({ description: "The number of conflicts that are left." }),
  settled: Type.Integer({ description: "The number of conflicts that this request settled." }),
});
