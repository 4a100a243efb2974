import { maxPageDepth, readRecords } from "../content/index.ts";
import { slugKey } from "../content/pages/index.ts";
import { EventLoopYielder } from "../platform/index.ts";
import type { Reader } from "../storage/database/index.ts";
import { maxCandidates } from "./moved-pages.ts";
import type { PublishedSpace } from "./published-content.ts";

/** The number of former slugs that are read, the newest. */
const maxSlugs = 20_000;
/** The number of paths of one page: each former slug has one with each former path of the parent. */
const maxPaths = 16;

/** The pages below a parent by their slugs, and then those that had them before, the last ones first. */
type Slugs = ReadonlyMap<string, ReadonlySet<string>>;

/** A path, and the pages that it may lead to, the best first. */
interface PathBelow {
  readonly path: string;
  readonly candidates: readonly string[];
  /** The page whose path it is now. */
  readonly current: string | undefined;
}

/**
 * The former paths of the pages of a space, each with the id of the page that `findMovedPage` finds there among those that are
 * shown. Paths are listed level by level, so that those of deleted parents are included.
 */
export async function listFormerPaths(
  db: Reader,
  space: PublishedSpace,
  isShown: (id: string) => boolean,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const former = await readFormerSlugs(db, space.id);
  if (former.length === 0) return found;
  const current = new Map(
    (await readRecords(space.content, "slugs")).map(({ key, value }) => [key, value] as const),
  );
  const slugs = slugsByParent(current, former);
  const counts = new Map<string, number>();
  const yielder = new EventLoopYielder();
  let level: PathBelow[] = [{ path: "", candidates: [""], current: "" }];
  for (let depth = 0; depth < maxPageDepth && level.length > 0; depth++) {
    const next: PathBelow[] = [];
    for (const above of level) {
      if (yielder.isDue) await yielder.yieldIfDue();
      for (const below of pathsBelow(above, slugs, current)) {
        const shown = below.candidates.find(isShown);
        if (below.current === undefined || below.current !== shown) {
          const counted = shown ?? below.candidates[0] ?? "";
          const count = counts.get(counted) ?? 0;
          // A path of a hidden page is no former path, but pages that are below it now are listed.
          if (count >= maxPaths && below.current === undefined) continue;
          counts.set(counted, count + 1);
          if (shown !== undefined) found.set(below.path, shown);
        }
        next.push(below);
      }
    }
    level = next;
  }
  return found;
}

function readFormerSlugs(db: Reader, spaceId: string) {
  return db
    .selectFrom("former_slugs")
    .where("space_id", "=", spaceId)
    .select(["parent_id", "slug", "page_id"])
    .orderBy("moved_at", "desc")
    .orderBy("page_id")
    .limit(maxSlugs)
    .execute();
}

function slugsByParent(
  current: ReadonlyMap<string, string>,
  former: Awaited<ReturnType<typeof readFormerSlugs>>,
): ReadonlyMap<string, Slugs> {
  const slugs = new Map<string, Map<string, Set<string>>>();
  const add = (parent: string, slug: string, pageId: string) =>
    slugs
      .getOrInsertComputed(parent, () => new Map<string, Set<string>>())
      .getOrInsertComputed(slug, () => new Set())
      .add(pageId);
  for (const [key, pageId] of current) {
    const [parent = "", slug = ""] = key.split("/", 2);
    add(parent, slug, pageId);
  }
  for (const { parent_id, slug, page_id } of former) add(parent_id, slug, page_id);
  return slugs;
}

/** The paths that are one slug longer, with their candidates as `findMovedPage` has them. */
function* pathsBelow(
  above: PathBelow,
  slugs: ReadonlyMap<string, Slugs>,
  current: ReadonlyMap<string, string>,
): Generator<PathBelow> {
  const below = new Map<string, Set<string>>();
  for (const parent of above.candidates)
    for (const [slug, ids] of slugs.get(parent) ?? []) {
      const candidates = below.getOrInsertComputed(slug, () => new Set());
      for (const id of ids) candidates.add(id);
    }
  for (const [slug, candidates] of below)
    yield {
      path: above.path === "" ? slug : `${above.path}/${slug}`,
      candidates: [...candidates].slice(0, maxCandidates),
      current:
        above.current === undefined ? undefined : current.get(slugKey({ parent: above.current, slug })),
    };
}
