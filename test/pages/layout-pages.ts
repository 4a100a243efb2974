import type { PageLayout } from "../../src/content/index.ts";
import type { useServer } from "../support/suite-server.ts";

type Server = ReturnType<typeof useServer>;

/** A picture with a band in another color at its top, so that its position is visible. */
const picture = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900"><rect width="1200" height="900" fill="${color}"/><rect width="1200" height="300" fill="#888"/><circle cx="600" cy="450" r="200" fill="#fff8"/></svg>`;

const text = "Words that fill a line of the page, so that its width is visible. ".repeat(8);
const markdown = `${text}\n\n## First part\n\n${text}\n\n| A | B |\n| - | - |\n| 1 | 2 |\n\n## Second part\n\n${text.repeat(4)}`;

/** The layouts of the pages, by title. */
export const layouts = {
  Plain: {},
  Hero: { coverSize: "hero" },
  Full: { coverSize: "full" },
  Background: { coverSize: "background" },
  Masked: { coverMask: "radial" },
  "No cover": { cover: false },
  Wide: { width: "wide" },
  Bare: {
    ...{ cover: false, title: false, description: false, tableOfContents: false, outline: false },
    ...{ pagination: false, metadata: false, tags: false, anchors: false },
  },
} satisfies Record<string, PageLayout>;

/** Publishes a site with a page for each layout. All pages except the plain one have a cover. */
export async function publishLayouts(server: Server): Promise<string> {
  const { items } = await server.call("GET /orgs");
  const organization = `/orgs/${items[0].id}`;
  const space = await server.call(`POST ${organization}/spaces`, { title: "Layouts" });
  const change = (changes: object[]) => server.call(`POST /spaces/${space.id}/content`, { changes });
  const files = ["light.svg", "dark.svg"].map((name) => {
    const base64 = Buffer.from(picture(name === "light.svg" ? "#9bd" : "#234")).toString("base64");
    return { name, contentType: "image/svg+xml", base64 };
  });
  await change([{ operation: "insert_files", files }]);
  const content = await server.call(`GET /spaces/${space.id}/content`);
  const refTo = (name: string) => ({
    kind: "file",
    file: content.files.find((file: { name: string }) => file.name === name).id,
  });
  const cover = { ref: refTo("light.svg"), refDark: refTo("dark.svg"), yPos: 40 };
  await change(
    Object.entries(layouts).map(([title, layout]) => ({
      operation: "insert_page",
      ...{ title, description: `What the page ${title} is about`, tags: [{ tag: "beta" }] },
      ...{ layout, document: { markdown }, ...(title !== "Plain" && { cover }) },
    })),
  );
  const { id } = await server.call(`POST ${organization}/sites`, { title: "Layouts", spaces: [space.id] });
  const { urls } = await server.call(`POST ${organization}/sites/${id}/publish`);
  return urls.published;
}
