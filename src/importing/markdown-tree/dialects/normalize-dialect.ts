import { frontMatterLength } from "../../../content/markdown/index.ts";
import { withHints } from "./callouts.ts";
import { withHeadingIds } from "./heading-ids.ts";
import { withoutMdx } from "./mdx.ts";
import { withoutToml } from "./toml.ts";

/** A text that was written for another tool as it is written for us. */
export function normalizeDialect(path: string, text: string): string {
  const markdown = withoutToml(text);
  const start = frontMatterLength(markdown);
  const body = markdown.slice(start);
  const plain = /\.mdx$/i.test(path) ? withoutMdx(body) : body;
  return markdown.slice(0, start) + withHeadingIds(withHints(plain));
}
