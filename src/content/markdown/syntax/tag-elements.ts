import type { HtmlTag } from "./html-syntax.ts";
import type { RawBlock } from "./raw-blocks.ts";
import { isKnownTag, type Tag } from "./tag-syntax.ts";

/** The attributes of tags that are not in lower case, as attributes in HTML are. */
const attributeNames = new Map(
  ["fullWidth", "lineNumbers", "collapsedLineCount", "openInAIProviders", "defaultExpanded"].map(
    (name) => [name.toLowerCase(), name] as const,
  ),
);

/**
 * The tag that an HTML element stands for. GitBook writes `{% hint style="info" %}` in this way where its Markdown has no tags,
 * such as in lists. Conditions cannot be written so.
 */
export function tagOfElement({ name, attributes, end }: HtmlTag): Tag | undefined {
  const tagName = attributes.get("data-tag") ?? "";
  if (name !== "div" || !attributes.has("data-gb-custom-block")) return undefined;
  if (!isKnownTag({ name: tagName }) || tagName === "if" || tagName === "include") return undefined;
  const entries = Array.from(attributes).flatMap(([key, value]) => {
    const own = key.startsWith("data-") ? key.slice("data-".length) : "";
    return own === "" || own === "tag" || own === "gb-custom-block"
      ? []
      : [[attributeNames.get(own) ?? own, value] as const];
  });
  return { name: tagName, attributes: new Map(entries), argument: "", end };
}

export function isTagElement(block: RawBlock): boolean {
  return block.kind === "tag" && block.isElement === true;
}
