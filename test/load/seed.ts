import { runNextJob } from "../../src/server/jobs/work.ts";
import { bootApp, type Person, type TestApp } from "../support/app.ts";

export interface Size {
  readonly organizations: number;
  /** The number of spaces and people in each organization. */
  readonly spaces: number;
  readonly people: number;
  /** The number of pages, comments and change requests in each space. */
  readonly pages: number;
  readonly comments: number;
  readonly changeRequests: number;
}

export interface SeededData {
  readonly organizations: readonly LoadOrganization[];
}

export interface LoadOrganization {
  readonly id: string;
  readonly admin: Person;
  readonly people: readonly Person[];
  readonly spaces: readonly LoadSpace[];
  /** A page whose text is a number that the clients increment, and its space. */
  readonly counter: { readonly spaceId: string; readonly pageId: string };
  readonly site: { readonly id: string; readonly url: string };
}

export interface LoadSpace {
  readonly id: string;
  readonly pages: readonly { readonly id: string; readonly path: string }[];
  readonly comments: readonly string[];
}

/** Fills an empty database and runs all jobs. */
export async function seedDatabase(
  environment: Parameters<typeof bootApp>[0],
  size: Size,
): Promise<SeededData> {
  const app = await bootApp(environment);
  try {
    const organizations: LoadOrganization[] = [];
    while (organizations.length < size.organizations) organizations.push(await seedOrganization(app, size));
    while ((await runNextJob(app.context)) !== undefined);
    return { organizations };
  } finally {
    await app.close();
  }
}

async function seedOrganization(app: TestApp, size: Size): Promise<LoadOrganization> {
  const { id, admin } = await app.organization();
  const people: Person[] = [];
  while (people.length < size.people) people.push(await app.member("review", id, admin));
  const spaces: LoadSpace[] = [];
  while (spaces.length < size.spaces) spaces.push(await seedSpace(app, { id, admin, people }, size));
  const counter = await app.space({ title: "Counter" }, id, admin);
  const [page] = await insertPages(app, admin, counter.path, [{ title: "Counter", text: "0" }]);
  const sites = `/orgs/${id}/sites`;
  const body = { title: "Documentation", spaces: spaces.map((space) => space.id) };
  const site = await app.ok(admin, `POST ${sites}`, { body });
  const { urls } = await app.ok(admin, `POST ${sites}/${site.id}/publish`);
  return {
    ...{ id, admin, people, spaces },
    counter: { spaceId: counter.id, pageId: page ?? "" },
    site: { id: site.id, url: urls.published },
  };
}

async function seedSpace(
  app: TestApp,
  { id, admin, people }: Pick<LoadOrganization, "id" | "admin" | "people">,
  size: Size,
): Promise<LoadSpace> {
  const space = await app.space({ title: "Handbook" }, id, admin);
  for (let start = 0; start < size.pages; start += 50) {
    const numbers = Array.from({ length: Math.min(50, size.pages - start) }, (_, i) => start + i);
    const batch = numbers.map((number) => ({ title: `Page ${number}`, text: textOf(number) }));
    await insertPages(app, admin, space.path, batch);
  }
  const pages = flatten((await app.ok(admin, `GET ${space.path}/content/pages`)).pages);
  const comments: string[] = [];
  while (comments.length < size.comments) {
    const page = pages[comments.length % pages.length]?.id;
    const author = people[comments.length % people.length];
    comments.push((await app.comment(space.path, { page }, author)).id);
  }
  for (let i = 0; i < size.changeRequests; i++)
    await app.ok(admin, `POST ${space.path}/change-requests`, { body: { subject: `Proposal ${i}` } });
  return { id: space.id, pages, comments };
}

/** Every tenth page is at the top level, the others below it. */
async function insertPages(
  app: TestApp,
  admin: Person,
  space: string,
  pages: readonly { title: string; text: string }[],
): Promise<string[]> {
  const changes = pages.map(({ title, text }, i) => ({
    operation: "insert_page",
    title,
    ...(i % 10 === 0 ? { ref: `top-${i}` } : { into: `top-${i - (i % 10)}` }),
    document: { markdown: text },
  }));
  const result = await app.ok(admin, `POST ${space}/content`, { body: { changes } });
  return result.changes.map(({ page }: { page: { id: string } }) => page.id);
}

interface Branch {
  readonly id: string;
  readonly path: string;
  readonly pages?: readonly Branch[];
}

function flatten(pages: readonly Branch[]): { id: string; path: string }[] {
  return pages.flatMap(({ id, path, pages: below = [] }) => [{ id, path }, ...flatten(below)]);
}

const topics = ["install", "configure", "deploy", "backup", "upgrade", "monitor", "secure", "migrate"];

/** A word that the page with this number contains. */
export function topicOf(number: number): string {
  return topics[number % topics.length] ?? "";
}

/** A page of headings, paragraphs, a list, a table, code and a link. */
export function textOf(number: number): string {
  const topic = topicOf(number);
  const paragraph = `To ${topic} the server number ${number}, read what the team wrote about it first. `;
  return [
    `${paragraph.repeat(3)}\n\n## How to ${topic}\n\n${paragraph.repeat(4)}`,
    `- first ${topic}\n- then look\n- then [go on](https://example.com/${topic})`,
    `| setting | value |\n|---|---|\n| ${topic} | ${number} |`,
    `\`\`\`sh\nlectern ${topic} --number ${number}\n\`\`\``,
    `## What next\n\n${paragraph.repeat(2)}\n`,
  ].join("\n\n");
}
