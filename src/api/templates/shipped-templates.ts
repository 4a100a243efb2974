import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { frontMatterLength, readFrontMatter } from "../../content/markdown/index.ts";

/** The templates of pages that come with the server, in the order of lists. Their texts are in `shipped/`. */
const pageTemplates = [
  "getting-started",
  "how-to",
  "tutorial",
  "reference",
  "changelog",
  "runbook",
  "faq",
] as const;
type PageTemplateId = (typeof pageTemplates)[number];

const folder = fileURLToPath(new URL("./shipped", import.meta.url));

export interface ShippedTemplate {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly icon?: string;
  /** The text without front matter. */
  readonly markdown: string;
}

const loaded = new Map<string, Promise<ShippedTemplate>>();

function load(id: PageTemplateId): Promise<ShippedTemplate> {
  return loaded.getOrInsertComputed(id, async () => {
    const text = await readFile(join(folder, `${id}.md`), "utf8");
    const { title = id, description, icon } = (await readFrontMatter(text)) ?? {};
    const markdown = text.slice(frontMatterLength(text)).trimStart();
    return { id, title, ...(description && { description }), ...(icon && { icon }), markdown };
  });
}

export function listShippedPages(): Promise<ShippedTemplate[]> {
  return Promise.all(pageTemplates.map(load));
}

export async function findShippedPage(id: string): Promise<ShippedTemplate | undefined> {
  const found = pageTemplates.find((name) => name === id);
  return found && (await load(found));
}

/** A page of a template of a space, or a group of pages. */
type TemplatePage = PageTemplateId | { readonly group: string; readonly pages: readonly PageTemplateId[] };

interface SpaceTemplate {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly icon: string;
  readonly pages: readonly TemplatePage[];
}

/** The templates of spaces. */
export const spaceTemplates: readonly SpaceTemplate[] = [
  {
    id: "product-docs",
    title: "Product documentation",
    description: "A start, guides, a reference and a changelog",
    icon: "book-open",
    pages: [
      "getting-started",
      { group: "Guides", pages: ["how-to", "tutorial"] },
      { group: "Reference", pages: ["reference", "faq"] },
      "changelog",
    ],
  },
  {
    id: "knowledge-base",
    title: "Knowledge base",
    description: "Questions and answers, and short guides",
    icon: "lightbulb",
    pages: ["faq", { group: "Guides", pages: ["how-to"] }],
  },
  {
    id: "operations",
    title: "Operations",
    description: "Runbooks for alarms, and guides for the team",
    icon: "life-ring",
    pages: [{ group: "Runbooks", pages: ["runbook"] }, { group: "Guides", pages: ["how-to"] }, "changelog"],
  },
];
