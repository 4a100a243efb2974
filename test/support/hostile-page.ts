import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Page, Response } from "playwright-core";
import { checkDocument } from "../../src/content/document/check-document.ts";
import { finish } from "../../src/platform/steps.ts";

/** What a page contains that could run or load something, besides the site's own scripts and styles. */
export async function findActiveContent(page: Page, response: Response | null): Promise<string[]> {
  const policy = (await response?.headerValue("content-security-policy")) ?? "";
  const { problems, inline } = await page.evaluate(collectActiveContent);
  const isKnown = (text: string) =>
    policy.includes(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return [
    ...problems,
    ...inline.filter((text) => !isKnown(text)).map((text) => `inline: ${text.slice(0, 200)}`),
  ];
}

/** Runs in the page. Templates hold what scripts of the site insert on a click. */
function collectActiveContent(): { problems: string[]; inline: string[] } {
  const problems: string[] = [];
  const inline: string[] = [];
  const forbidden = ["object", "embed", "base", "applet", "frame", "portal"];
  const addresses = "href src action formaction srcset poster data xlink:href ping background cite".split(
    " ",
  );
  const visit = (root: ParentNode): void => {
    for (const element of root.querySelectorAll("*")) {
      const tag = element.localName;
      const describe = () => element.outerHTML.slice(0, 200);
      const source = new URL(element.getAttribute("src") ?? "", location.href);
      if (element instanceof HTMLTemplateElement) visit(element.content);
      if (forbidden.includes(tag)) problems.push(describe());
      if (tag === "meta" && element.hasAttribute("http-equiv")) problems.push(describe());
      if (tag === "iframe" && (element.hasAttribute("srcdoc") || source.protocol !== "https:"))
        problems.push(describe());
      // Structured data is not run. A text that ends its element would leave broken JSON.
      const isData = tag === "script" && element.getAttribute("type") === "application/ld+json";
      if (isData) JSON.parse(element.textContent ?? "");
      if ((tag === "script" && !element.hasAttribute("src") && !isData) || tag === "style")
        inline.push(element.textContent ?? "");
      if (tag === "script" && source.origin !== location.origin) problems.push(describe());
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on") || name === "style") problems.push(describe());
        if (!addresses.includes(name)) continue;
        const scheme = value.replace(/[\s\p{Cc}]/gu, "").toLowerCase();
        const isImage = scheme.startsWith("data:image/") && (tag === "link" || tag === "img");
        if (/^(?:javascript|vbscript|data|blob|file):/.test(scheme) && !isImage) problems.push(describe());
      }
    }
  };
  visit(document);
  if ("pwned" in window) problems.push("a script ran");
  return { problems, inline };
}

/** Texts that run, load or break out of something in one of the places where text can stand. The first is short. */
export const payloads = {
  markup: `"'></a></title></style></script></textarea><img src=/pwned onerror=window.pwned=1><svg/onload=window.pwned=1>`,
  short: `"'><img src=/pwned onerror=pwned=1>`,
  script: "javascript:window.pwned=1//",
  spacedScript: " java\nscript:window.pwned=1//https://x",
  document: "data:text/html,<script>window.pwned=1</script>",
  css: `red;background:url(/pwned)}</style><script>window.pwned=1</script>*{background:url("/pwned")`,
  attribute: `x" onfocus="window.pwned=1" autofocus style="background:url(/pwned)" y='`,
} as const;

type Path = readonly (string | number)[];

/** Copies of blocks with a hostile text at every place where it is valid. */
export function hostileNodes(blocks: readonly object[], title: string, payload: string): object[] {
  const found = blocks.map((block) => withHostileTexts(block, payload));
  const places = found.reduce((sum, block) => sum + block.places, 0);
  assert.ok(places > 60, `${title}: only ${places} places accept it`);
  return found.flatMap(({ copies }) => copies);
}

/** The places of one property, such as all titles, share a copy: one copy for each place would make pages of megabytes. */
function withHostileTexts(block: object, payload: string): { copies: object[]; places: number } {
  const places = textsOf(block, ["object", "key"]).filter((path) =>
    isValidBlock(withTexts(block, [path], payload)),
  );
  const byProperty = Map.groupBy(places, (path) => path.findLast((step) => typeof step === "string"));
  const copies = [...byProperty.values()].flatMap((paths) => {
    const shared = withTexts(block, paths, payload);
    return isValidBlock(shared) ? [shared] : paths.map((path) => withTexts(block, [path], payload));
  });
  return { copies, places: places.length };
}

/** The places of all texts, except those of some properties. */
export function textsOf(value: unknown, kept: readonly string[], path: Path = []): Path[] {
  if (typeof value === "string") return [path];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, i) => textsOf(item, kept, [...path, i]));
  return Object.entries(value).flatMap(([name, item]) =>
    kept.includes(name) ? [] : textsOf(item, kept, [...path, name]),
  );
}

/** A copy with a text at these places. */
export function withTexts(block: object, paths: readonly Path[], text: string): object {
  const copy = structuredClone(block);
  for (const path of paths) {
    // biome-ignore lint/suspicious/noExplicitAny: the path was found in this value
    let parent: any = copy;
    for (const step of path.slice(0, -1)) parent = parent[step];
    parent[path.at(-1) ?? ""] = text;
  }
  return copy;
}

function isValidBlock(node: object): boolean {
  try {
    finish(checkDocument({ object: "document", data: {}, nodes: [node] }, "document"));
    return true;
  } catch {
    return false;
  }
}

/** Replaces all texts of a value that a predicate does not keep. */
export function withAllTexts<T>(
  value: T,
  replacement: string,
  isKept: (key: string, text: string) => boolean,
): T {
  const replace = (node: unknown, key: string): unknown => {
    if (typeof node === "string") return isKept(key, node) ? node : replacement;
    if (Array.isArray(node)) return node.map((item) => replace(item, key));
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, item]) => [name, replace(item, name)]));
  };
  return replace(value, "") as T;
}
