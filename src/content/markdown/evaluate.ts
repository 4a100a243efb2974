import type { Content } from "../content.ts";
import { getValue } from "../map/read-map.ts";
import type { PageRecord } from "../records.ts";

/** An expression in the text: a variable of the space or of the page. */
const expression = /<code class="expression">\s*(space|page)\.vars\.([^<>\s]{1,128})\s*<\/code>/g;

/** The text with the values of variables in the places of their expressions; those without a value stay. */
export async function evaluate(
  { nodes, roots }: Content,
  page: PageRecord,
  markdown: string,
): Promise<string> {
  const own = new Map(Object.entries(page.variables ?? {}));
  const parts: string[] = [];
  let done = 0;
  for (const { 0: whole, 1: owner, 2: name = "", index } of markdown.matchAll(expression)) {
    const value = owner === "page" ? own.get(name) : await getValue<string>(nodes, roots.variables, name);
    parts.push(markdown.slice(done, index), value ?? whole);
    done = index + whole.length;
  }
  return parts.join("") + markdown.slice(done);
}
