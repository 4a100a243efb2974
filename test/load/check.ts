import { bootApp, type Person, type Reply, type TestApp } from "../support/app.ts";
import type { Acknowledged } from "./record.ts";
import type { LoadOrganization, SeededData } from "./seed.ts";

/** The acknowledged writes that are missing, and the counts that are wrong. */
export async function findLosses(
  environment: Parameters<typeof bootApp>[0],
  { organizations }: SeededData,
  acknowledged: Acknowledged,
): Promise<string[]> {
  const app = await bootApp(environment);
  try {
    const losses: string[] = [];
    for (const organization of organizations) {
      for (const { id } of organization.spaces) {
        const check = new SpaceCheck(app, organization.admin, id, acknowledged);
        losses.push(
          ...(await check.comments()),
          ...(await check.content()),
          ...(await check.changeRequests()),
        );
      }
      losses.push(...(await checkCounter(app, organization, acknowledged)));
    }
    return losses;
  } finally {
    await app.close();
  }
}

/** The counter must equal the number of acknowledged increments. */
async function checkCounter(
  app: TestApp,
  { admin, counter }: LoadOrganization,
  { counted }: Acknowledged,
): Promise<string[]> {
  const { markdown } = await app.ok(admin, `GET /spaces/${counter.spaceId}/content/page/${counter.pageId}`);
  const expected = String(counted[counter.spaceId] ?? 0);
  return markdown === expected ? [] : [`a counter is ${markdown} after ${expected} acknowledged increments`];
}

class SpaceCheck {
  readonly #app: TestApp;
  readonly #admin: Person;
  readonly #id: string;
  readonly #acknowledged: Acknowledged;

  constructor(app: TestApp, admin: Person, id: string, acknowledged: Acknowledged) {
    this.#app = app;
    this.#admin = admin;
    this.#id = id;
    this.#acknowledged = acknowledged;
  }

  async comments(): Promise<string[]> {
    const { comments, resolved, replies } = this.#acknowledged;
    const [open, closed] = [
      await this.#walk("/comments?status=open"),
      await this.#walk("/comments?status=resolved"),
    ];
    const existing = new Map([...open.items, ...closed.items].map((item) => [item.id, item]));
    const space = await this.#get("");
    const repliesTo = Map.groupBy(this.#inSpace(replies), ({ comment }) => comment);
    return [
      ...this.#inSpace(comments)
        .filter(({ id, text }) => existing.get(id)?.body.markdown !== text)
        .map(({ id }) => `comment ${id} is lost`),
      ...this.#inSpace(resolved)
        .filter(({ id }) => existing.get(id)?.status !== "resolved")
        .map(({ id }) => `comment ${id} is no longer resolved`),
      ...repliesTo
        .entries()
        .filter(([comment, { length }]) => existing.get(comment)?.replies !== length)
        .map(
          ([comment, { length }]) =>
            `comment ${comment} has ${existing.get(comment)?.replies} replies instead of ${length}`,
        ),
      ...unequal("open comments of the space", space.comments, open.items.length),
      ...unequal("count of open comments", open.count, open.items.length),
      ...unequal("count of resolved comments", closed.count, closed.items.length),
    ];
  }

  async content(): Promise<string[]> {
    const { pages, merges, texts } = this.#acknowledged;
    const titles = new Set(titlesOf((await this.#get("/content/pages")).pages));
    const losses = [...this.#inSpace(pages), ...this.#inSpace(merges)]
      .filter(({ title }) => !titles.has(title))
      .map(({ title }) => `page "${title}" is lost`);
    for (const { page, text } of this.#inSpace(Object.values(texts)))
      if ((await this.#get(`/content/page/${page}`)).markdown !== text)
        losses.push(`the last edit of page ${page} is lost`);
    return losses;
  }

  async changeRequests(): Promise<string[]> {
    const { merges } = this.#acknowledged;
    const withStatus = async (status: string) =>
      (await this.#walk(`/change-requests?status=${status}`)).items;
    const [drafts, open, closed] = [
      await withStatus("draft"),
      await withStatus("open"),
      await withStatus("merged"),
    ];
    const all = [...drafts, ...open, ...closed];
    const merged = new Set(closed.map(({ id }) => id));
    const numbers = new Set<number>(all.map(({ number }) => number));
    const space = await this.#get("");
    return [
      ...this.#inSpace(merges)
        .filter(({ id }) => !merged.has(id))
        .map(({ id }) => `change request ${id} is no longer merged`),
      ...unequal("change requests of the space", space.changeRequests, all.length),
      ...unequal("drafts of the space", space.changeRequestsDraft, drafts.length),
      ...unequal("open change requests", space.changeRequestsOpen, open.length),
      ...unequal("different numbers of change requests", numbers.size, all.length),
      ...unequal("highest number of a change request", Math.max(...numbers), all.length),
    ].map((loss) => `${loss} (space ${this.#id})`);
  }

  #inSpace<T extends { space: string }>(entries: readonly T[]): T[] {
    return entries.filter(({ space }) => space === this.#id);
  }

  #get(path: string) {
    return this.#app.ok(this.#admin, `GET /spaces/${this.#id}${path}`);
  }

  async #walk(list: string): Promise<{ items: Reply["body"][]; count: number }> {
    const first = await this.#get(`${list}&limit=1000`);
    const items = [...first.items];
    for (let { next } = first; next !== undefined; ) {
      const part = await this.#get(`${list}&limit=1000&page=${encodeURIComponent(next.page)}`);
      items.push(...part.items);
      next = part.next;
    }
    return { items, count: first.count };
  }
}

function unequal(subject: string, actual: unknown, expected: unknown): string[] {
  return actual === expected ? [] : [`${subject}: ${actual} instead of ${expected}`];
}

interface Branch {
  readonly title: string;
  readonly pages?: readonly Branch[];
}

function titlesOf(pages: readonly Branch[]): string[] {
  return pages.flatMap(({ title, pages: below = [] }) => [title, ...titlesOf(below)]);
}
