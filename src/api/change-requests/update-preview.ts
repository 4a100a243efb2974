import { type Static, Type } from "@sinclair/typebox";
import { LRUCache } from "lru-cache";
import { diffContents, openContent } from "../../content/index.ts";
import { mergeContents } from "../../content/merge/index.ts";
import { openNodes, readLine } from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import type { ChangeRequestRow } from "./store.ts";

/** The maximum number of revisions that are counted. */
const maxRevisions = 1000;

export const UpdatePreview = Type.Object(
  {
    outdated: Type.Boolean(),
    since: Type.String({ description: "The primary revision that the change request includes." }),
    revision: Type.String({ description: "The current primary revision." }),
    revisions: Type.Integer({
      description: `The number of primary revisions that the change request does not include, at most ${maxRevisions}.`,
    }),
    pages: Type.Integer({ description: "The number of pages that they changed." }),
    others: Type.Integer({
      description: "The number of files, variables and reusable contents that they changed.",
    }),
    conflicts: Type.Integer({ description: "The number of conflicts that an update would have." }),
  },
  { title: "UpdatePreview" },
);

type Counts = Pick<Static<typeof UpdatePreview>, "pages" | "others" | "conflicts">;

/** The results of merges by the roots of their contents. */
const previews = new LRUCache<string, Counts>({ max: 1000 });

/** Counts what an update would bring in. The update is built, but not saved. */
export async function previewUpdate(
  context: Context,
  space: SpaceRow,
  row: ChangeRequestRow,
): Promise<Static<typeof UpdatePreview>> {
  const outdated = row.status !== "merged" && row.base_root !== row.primary_root;
  const since = row.merged_ancestor_id ?? row.initial_revision_id;
  const reply = { outdated, since, revision: space.revision_id };
  if (!outdated) return { ...reply, revisions: 0, pages: 0, others: 0, conflicts: 0 };
  const ref = { organizationId: space.organization_id, spaceId: space.id };
  const line = await readLine(context.database.read, ref, space.revision_id, maxRevisions + 1);
  const position = line.findIndex(({ id, root }) => id === since || root === row.base_root);
  const counts = await countChanges(context, space, row);
  return { ...reply, revisions: position < 0 ? Math.min(line.length, maxRevisions) : position, ...counts };
}

async function countChanges(context: Context, space: SpaceRow, row: ChangeRequestRow): Promise<Counts> {
  const key = [row.base_root, row.root, row.primary_root].join(" ");
  const known = previews.get(key);
  if (known !== undefined) return known;
  const nodes = openNodes(context, space.repository_id);
  const [base, ours, theirs] = [
    openContent(nodes, row.base_root),
    openContent(nodes, row.root),
    openContent(nodes, row.primary_root),
  ];
  const diff = await diffContents(base, theirs);
  const { conflicts } = await mergeContents(base, ours, theirs);
  const others = diff.files.length + diff.variables.length + diff.reusableContents.length;
  const counts = { pages: diff.pages.length, others, conflicts: conflicts.length };
  previews.set(key, counts);
  return counts;
}
