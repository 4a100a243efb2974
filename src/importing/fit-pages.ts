import { checkFrontMatter } from "../content/changes/attributes.ts";
import { limits } from "../content/limits.ts";
import { frontMatterLength, readFrontMatter } from "../content/markdown/front-matter.ts";
import { LecternError } from "../errors.ts";
import type { SourcePage } from "./source.ts";

/** Pages as they can be kept: what a source says in a way that no page here can say is left out, its text is not. */
export async function fitPages(pages: readonly SourcePage[]): Promise<SourcePage[]> {
  const fitted: SourcePage[] = [];
  for (const page of pages) fitted.push(await fitPage(page));
  return fitted;
}

async function fitPage(page: SourcePage): Promise<SourcePage> {
  const { markdown, title: given, ...rest } = page;
  const title = fitTitle(given) ?? (markdown === undefined ? fitTitle(nameIn(page.address)) : undefined);
  return {
    ...rest,
    ...(title !== undefined && { title }),
    ...(markdown !== undefined && { markdown: await fitMarkdown(markdown) }),
  };
}

/** Undefined where nothing is left of it. */
function fitTitle(title = ""): string | undefined {
  const line = title
    .replace(/\p{Cc}+/gu, " ")
    .toWellFormed()
    .trim();
  return [...line].slice(0, limits.pageTitle).join("").trim() || undefined;
}

function nameIn(address: string): string {
  return address.replace(/\/+$/, "").split("/").at(-1) ?? "";
}

/** Without a front matter that cannot be read as one, and without characters that cannot be kept. */
async function fitMarkdown(markdown: string): Promise<string> {
  const text = markdown.replaceAll("\0", "").toWellFormed();
  try {
    const front = await readFrontMatter(text);
    if (front !== undefined) checkFrontMatter(front);
    return text;
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    return text.slice(frontMatterLength(text));
  }
}
