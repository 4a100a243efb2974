import { encodeXML } from "entities";
import type { OpenTag } from "./html-tokens.ts";
import { type HintStyle, hintAround } from "./marks.ts";
import { classesOf, dropped, type Replacement, rewriteHtml } from "./walk-html.ts";

const hints: Readonly<Record<string, HintStyle>> = {
  "confluence-information-macro-information": "info",
  "confluence-information-macro-tip": "success",
  "confluence-information-macro-note": "warning",
  "confluence-information-macro-warning": "danger",
};

/** What only makes sense in Confluence itself. */
const decorations = new Set([
  "confluence-information-macro-icon",
  "expand-control-icon",
  "toc-macro",
  "page-metadata",
  "hidden",
]);

/** Makes plain HTML of the text of a page: macros become what they stand for, and links lead where `link` says. */
export function plainBody(body: string, link: (href: string) => string): string {
  return rewriteHtml(body, (tag) => {
    const classes = classesOf(tag);
    if (classes.some((name) => decorations.has(name))) return dropped;
    return macroFor(classes) ?? elementFor(tag, classes, link);
  });
}

function macroFor(classes: readonly string[]): Replacement | undefined {
  const hint = classes.find((name) => Object.hasOwn(hints, name));
  if (hint !== undefined) return hintAround(hints[hint] ?? "info");
  if (classes.includes("expand-container")) return { open: "<details>", close: "</details>" };
  if (classes.includes("expand-control")) return { open: "<summary>", close: "</summary>" };
  if (classes.includes("codeHeader")) return { open: "<p>", close: "</p>" };
  return undefined;
}

function elementFor(
  { name, attributes }: OpenTag,
  classes: readonly string[],
  link: (href: string) => string,
): Replacement | undefined {
  switch (name) {
    case "p":
      // Of a hint: what stands over its text is no heading of the page.
      return classes.includes("title") ? { open: "<p><strong>", close: "</strong></p>" } : undefined;
    case "script":
    case "style":
      return dropped;
    case "pre": {
      const [, language] =
        /brush:\s*([\w+#-]{1,32})/.exec(attributes.get("data-syntaxhighlighter-params") ?? "") ?? [];
      const named =
        language === undefined || language === "text" ? "" : ` class="language-${encodeXML(language)}"`;
      return { open: `<pre><code${named}>`, close: "</code></pre>" };
    }
    case "img":
      return imageFor(attributes, classes, link);
    case "a": {
      const href = attributes.get("href");
      // One without is a place that others lead to.
      return href === undefined ? undefined : { open: `<a href="${encodeXML(link(href))}">`, close: "</a>" };
    }
    case "li": {
      if (!attributes.has("data-inline-task-id")) return undefined;
      const isDone = classes.includes("checked");
      return { open: `<li><input type="checkbox"${isDone ? " checked" : ""}> `, close: "</li>" };
    }
    default:
      return undefined;
  }
}

/** Icons are left out; of emoticons, the character remains if there is one. */
function imageFor(
  attributes: ReadonlyMap<string, string>,
  classes: readonly string[],
  link: (href: string) => string,
): Replacement {
  const source = attributes.get("src") ?? "";
  if (classes.includes("emoticon")) {
    const character = attributes.get("data-emoji-fallback") ?? "";
    return { open: /^[^\x20-\x7e]+$/.test(character) ? encodeXML(character) : "", close: "" };
  }
  if (/(?:^|\/)images\/icons\//.test(source)) return dropped;
  const alt = attributes.get("alt") || (attributes.get("data-linked-resource-default-alias") ?? "");
  return { open: `<img src="${encodeXML(link(source))}" alt="${encodeXML(alt)}">`, close: "" };
}
