import type { Steps } from "../../../platform/index.ts";
import {
  attributeOf,
  nonEmptyAttribute,
  type RawBlock,
  type RawContainer,
  type Tag,
} from "../../markdown/syntax/index.ts";
import { type Block, block, dateFormats, timestampOf } from "../model/index.ts";
import type { ReadContext } from "./context.ts";

type OpenTag = Extract<RawContainer, { kind: "tag" }>;

/** Reads a list of updates. It cannot contain other content, which divides it. Undefined if there is no update. */
export function* readUpdates(
  tag: Tag,
  children: readonly RawBlock[],
  context: ReadContext,
): Steps<Block[] | undefined> {
  if (!children.some(isUpdate)) return undefined;
  const blocks: Block[] = [];
  let updates: Block[] = [];
  const flush = () => {
    if (updates.length > 0) blocks.push(updatesOf(tag, updates));
    updates = [];
  };
  for (const child of children) {
    if (isUpdate(child)) {
      updates.push(yield* readUpdate(child, context));
      continue;
    }
    const others = yield* context.readBlocks([child]);
    if (others.length > 0) flush();
    blocks.push(...others);
  }
  flush();
  return blocks;
}

/** Reads an update outside a list as a list of one update. */
export function* readSingleUpdate(raw: OpenTag, context: ReadContext): Steps<Block | undefined> {
  return isUpdate(raw) ? updatesOf(undefined, [yield* readUpdate(raw, context)]) : undefined;
}

/** Whether a block is an update with a valid date. */
function isUpdate(raw: RawBlock): raw is OpenTag {
  if (raw.kind !== "tag" || raw.tag.name !== "update" || raw.end === undefined) return false;
  return timestampOf(attributeOf(raw.tag, "date") ?? "") !== undefined;
}

function* readUpdate({ tag, children }: OpenTag, context: ReadContext): Steps<Block> {
  const date = timestampOf(attributeOf(tag, "date") ?? "") ?? "";
  const names = (attributeOf(tag, "tags") ?? "").split(",").map((name) => name.trim());
  const tags = names.filter((name) => name !== "").map((name) => ({ kind: "tag" as const, tag: name }));
  const data = { date, tags: tags.length === 0 ? undefined : tags };
  return block("update", data, yield* context.readNonEmpty(children));
}

function updatesOf(tag: Tag | undefined, updates: readonly Block[]): Block {
  const format = dateFormats.find((name) => name === nonEmptyAttribute(tag, "format")) ?? "full";
  return block("updates", { format }, updates);
}
