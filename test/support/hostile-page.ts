import { createHash } from "node:crypto";
import type { Page, Response } from "playwright-core";

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

/** Returns copies of a value, each with one of its texts replaced. Texts that give a node its kind are kept. */
export function withEachText<T>(value: T, replacement: string, isKept: (key: string) => boolean): T[] {
  const variants: unknown[] = [];
  const visit = (node: unknown, rebuild: (changed: unknown) => unknown, key: string): void => {
    if (typeof node === "string") {
      if (!isKept(key)) variants.push(rebuild(replacement));
    } else if (Array.isArray(node))
      node.forEach((item, i) => {
        visit(item, (changed) => rebuild(node.with(i, changed)), key);
      });
    else if (typeof node === "object" && node !== null)
      for (const [name, item] of Object.entries(node))
        visit(item, (changed) => rebuild({ ...node, [name]: changed }), name);
  };
  visit(value, (changed) => changed, "");
  return variants as T[];
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
