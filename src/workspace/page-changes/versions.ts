import { diffBlockSteps } from "../../content/block-diff/index.ts";
import type { Block } from "../../content/document/index.ts";
import {
  type Content,
  type PageRecord,
  type ReusableContentRecord,
  readBlocks,
} from "../../content/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { finishYielding } from "../../platform/index.ts";

/** The values of a field before and after a change. Absent where it was not set. */
export interface FieldChange {
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The fields of pages that authors set, in the order in which they are shown. */
const pageFields = [
  ...(["title", "linkTitle", "description", "slug", "emoji", "icon", "cover", "layout", "hidden"] as const),
  ...(["condition", "noIndex", "noRobotsIndex", "tags", "variables", "target"] as const),
] satisfies (keyof PageRecord)[];

/** The fields of two versions of a page that differ. Its place in the tree is given by its parent, or as a change of position. */
export async function diffPageFields(
  before: { readonly content: Content; readonly record: PageRecord | undefined },
  after: { readonly content: Content; readonly record: PageRecord | undefined },
): Promise<Record<string, FieldChange>> {
  const [old, current] = [before.record, after.record];
  const fields = diffFields(old, current, pageFields);
  if (old === undefined || current === undefined) return fields;
  if (old.parent !== current.parent)
    fields.parent = {
      before: await describeParent(before.content, old),
      after: await describeParent(after.content, current),
    };
  else if (old.order !== current.order) fields.position = {};
  return fields;
}

async function describeParent(content: Content, { parent }: PageRecord) {
  const page = await findPage(content, parent);
  return page && { id: parent, title: page.title };
}

export function diffFields<T extends object>(
  before: T | undefined,
  after: T | undefined,
  names: readonly (keyof T & string)[],
): Record<string, FieldChange> {
  const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  return Object.fromEntries(
    changed.map((name) => [
      name,
      {
        ...(before?.[name] !== undefined && { before: before[name] }),
        ...(after?.[name] !== undefined && { after: after[name] }),
      },
    ]),
  );
}

type Versioned = Pick<PageRecord | ReusableContentRecord, "document"> | undefined;

/** The difference of two stored documents, or of what is shown of them. Front matter is text without blocks. */
export async function diffDocuments(
  before: Content,
  after: Content,
  old: Versioned,
  current: Versioned,
  toShown: (blocks: readonly Block[]) => readonly Block[] = (blocks) => blocks,
) {
  const [previous, next] = [
    await readBlocks(before.nodes, old?.document),
    await readBlocks(after.nodes, current?.document),
  ];
  const [from, to] = [previous.data.frontMatter, next.data.frontMatter];
  return {
    diffs: await finishYielding(diffBlockSteps(toShown(previous.nodes), toShown(next.nodes))),
    ...(from !== to && {
      frontMatter: { ...(from !== undefined && { before: from }), ...(to !== undefined && { after: to }) },
    }),
  };
}
