import type { TestApp } from "../support/app.ts";
import type { LargeWorld } from "./large-world.ts";

/** A page of a published site. */
export interface ReaderPage {
  readonly input: string;
  readonly path: string;
}

/** The number of operations and schemas of the large spec that one page shows. */
const maxSheets = 200;

/** Publishes the long documents, and a page that describes many operations of the large spec. Returns their URLs as paths. */
export async function publishReaderPages(
  app: TestApp,
  { documents, world }: LargeWorld,
): Promise<ReaderPage[]> {
  const spec = world.get("specSlug");
  const space = await app.space({ title: "API" });
  const markdown = Array.from(
    { length: maxSheets },
    (_, i) =>
      `{% openapi-operation spec="${spec}" path="/path/${i}" method="get" %}\n[OpenAPI ${spec}](https://example.com)\n{% endopenapi-operation %}`,
  ).join("\n\n");
  await app.change(space.path, { operation: "insert_page", title: "Operations", document: { markdown } });
  const texts = documents[0]?.ids.spaceId ?? "";
  const [textPath, apiPath] = [await publish(app, texts), await publish(app, space.id)];
  // The URL of the first page is that of the site.
  return [
    ...documents.map(({ shape, ids }, i) => ({
      input: shape,
      path: i === 0 ? textPath : `${textPath}/${ids.pagePath}`,
    })),
    { input: "operations of a large spec", path: apiPath },
  ];
}

async function publish(app: TestApp, spaceId: string): Promise<string> {
  const sites = `/orgs/${app.organizationId}/sites`;
  const { id } = await app.ok(app.admin, `POST ${sites}`, { body: { title: "Readers", spaces: [spaceId] } });
  const { urls } = await app.ok(app.admin, `POST ${sites}/${id}/publish`);
  return new URL(urls.published).pathname;
}
