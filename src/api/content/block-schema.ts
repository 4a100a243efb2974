import { type Static, Type } from "@sinclair/typebox";
import type { Block } from "../../content/document/index.ts";
import { DiscriminatedUnion, RecordOf } from "../http/index.ts";

/** The number of changes in one batch, and of blocks in one change. */
const maxChanges = 1000;
const maxBlocks = 10_000;

const Key = Type.String({ minLength: 1, maxLength: 256 });
/** Checked with the other blocks of the document, not by a schema. */
const NewBlocks = Type.Array(Type.Object({}), {
  maxItems: maxBlocks,
  description: "Blocks in the format of replies. Later changes can refer to their keys.",
});
const position = {
  into: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: 256 },
      description: "The key of a block or fragment that contains blocks. The default is the document.",
    }),
  ),
  after: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: 256 },
      description: "The key of the block before it. The default is the first position.",
    }),
  ),
};

const BlockChange = DiscriminatedUnion("operation", [
  Type.Object({ operation: Type.Literal("insert_blocks"), blocks: NewBlocks, ...position }),
  Type.Object({ operation: Type.Literal("replace_block"), key: Key, blocks: NewBlocks }),
  Type.Object({ operation: Type.Literal("move_block"), key: Key, ...position }),
  Type.Object({ operation: Type.Literal("delete_block"), key: Key }),
]);

export type BlockChanges = Static<typeof BlockChanges>;
export const BlockChanges = Type.Object({
  revision: Type.String({
    minLength: 1,
    maxLength: 256,
    description: "The revision to whose blocks the keys refer: the current one, or one before it.",
  }),
  changes: Type.Array(BlockChange, { maxItems: maxChanges }),
});

export const ChangedBlocks = Type.Object(
  {
    revision: Type.String({ description: "The current revision." }),
    order: Type.Array(Type.String(), { description: "The keys of the blocks of the page, in order." }),
    blocks: RecordOf(Type.Unsafe<Block>({ type: "object", additionalProperties: true }), {
      description:
        "By key: the blocks that the page does not have in the revision of the request, or not in this form.",
    }),
  },
  { title: "ChangedBlocks" },
);
