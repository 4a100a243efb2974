import { type Static, Type } from "@sinclair/typebox";
import { RecordOf, StringEnum } from "../../api/http/index.ts";
import { pageTypes } from "../../content/index.ts";

const BeforeAndAfter = Type.Object(
  { before: Type.Optional(Type.Unknown()), after: Type.Optional(Type.Unknown()) },
  { description: "Absent where the field was not set." },
);

const BlockChange = Type.Unsafe<Readonly<Record<string, unknown>>>({
  title: "BlockChange",
  description:
    "A step from the blocks before to those after, in order. `unchanged`: `count` blocks; `added`, `removed`: the `block`; `moved`: the `block` with its index before (`from`) and, if it was changed too, its `edit`, `moved-away` at its former place (`to`); `edited`: the changed fields (`data`), the parts of its `text`, and the changes of its `blocks`, `fragments` or `table`.",
});

const Part = Type.Object(
  {
    change: StringEnum(["unchanged", "added", "removed", "moved", "moved-away", "edited", "collapsed"]),
    count: Type.Optional(Type.Integer({ description: "The number of unchanged blocks that are not shown." })),
    blocks: Type.Optional(
      Type.Array(Type.String(), {
        description: "The keys of the changed block, by which it can be restored.",
      }),
    ),
    html: Type.Optional(Type.String({ description: "Both versions in one." })),
    before: Type.Optional(Type.String({ description: "The HTML before, with `format=columns`." })),
    after: Type.Optional(Type.String({ description: "The HTML after, with `format=columns`." })),
  },
  { title: "ChangedPart" },
);

const Line = Type.Object(
  {
    change: StringEnum(["unchanged", "added", "removed", "collapsed"]),
    text: Type.Optional(Type.String()),
    ranges: Type.Optional(
      Type.Array(Type.Array(Type.Integer()), {
        description: "The starts and ends of the parts that differ from another version of the line.",
      }),
    ),
    before: Type.Optional(Type.Integer({ description: "The number of the line before." })),
    after: Type.Optional(Type.Integer({ description: "The number of the line after." })),
    count: Type.Optional(Type.Integer({ description: "The number of unchanged lines that are not shown." })),
  },
  { title: "ChangedLine" },
);

const common = {
  id: Type.String(),
  title: Type.String(),
  change: StringEnum(["created", "edited", "deleted", "unchanged"]),
  attributes: RecordOf(BeforeAndAfter, { description: "The fields with other values." }),
  frontMatter: Type.Optional(BeforeAndAfter),
  blocks: Type.Optional(Type.Array(BlockChange)),
  parts: Type.Optional(Type.Array(Part)),
  styles: Type.Optional(Type.String({ description: "The rules of the classes that only this HTML uses." })),
  language: Type.Optional(Type.String()),
  direction: Type.Optional(StringEnum(["ltr", "rtl"])),
  lines: Type.Optional(Type.Array(Line)),
};

export type PageChanges = Static<typeof PageChanges>;
export const PageChanges = Type.Object(
  {
    object: Type.Literal("page-changes"),
    type: StringEnum(pageTypes),
    ...common,
    covers: Type.Optional(
      Type.Object(
        { before: Type.Optional(Type.String()), after: Type.Optional(Type.String()) },
        { description: "The URLs of changed covers that are files." },
      ),
    ),
  },
  { title: "PageChanges" },
);

export const ReusableContentChanges = Type.Object(
  { object: Type.Literal("reusable-content-changes"), ...common },
  { title: "ReusableContentChanges" },
);
