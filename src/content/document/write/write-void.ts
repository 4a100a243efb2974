import {
  htmlAttributes,
  isKnownTag,
  type Json,
  quoted,
  readTag,
  writeTag,
} from "../../markdown/syntax/index.ts";
import { addressOf, type Block, type BlockData, type ContentRef, fallbackLabel } from "../model/index.ts";
import { escapeText, writeDestination } from "./escape.ts";
import type { WriteContext } from "./notes.ts";

/** Writes a block without text of its own. Most of them are tags. */
export function writeVoid({ type, data, fragments = [] }: Block, writing: WriteContext): string {
  const caption = writing.blocks(fragments.find(({ fragment }) => fragment === "caption")?.nodes ?? []);
  switch (type) {
    case "drawing":
      return `<img${htmlAttributes({ src: addressOf(data.ref), alt: "", class: "gitbook-drawing" })}>`;
    case "file":
      return withInside("file", { src: addressOf(data.ref) }, caption);
    case "embed":
      return withInside("embed", { url: data.url, fullWidth: data.fullWidth }, caption);
    case "content-ref":
      return withInside("content-ref", { url: addressOf(data.ref) }, linkTo(data.ref));
    case "reusable-content":
      return `{% include "${addressOf(data.ref).replace(/["\n]/g, "")}" %}`;
    case "swagger": {
      const { ref, path, method, expanded, fullWidth } = data;
      return withInside("openapi", { src: addressOf(ref), path, method, expanded, fullWidth }, linkTo(ref));
    }
    case "openapi-operation":
      return writeTag(type, { spec: data.ref.spec, path: data.path, method: data.method });
    case "openapi-webhook":
      return writeTag(type, { spec: data.ref.spec, name: data.name, method: data.method });
    case "openapi-schemas":
      return writeTag(type, { spec: data.ref.spec, schemas: data.schemas.join(","), grouped: data.grouped });
    case "integration":
      return writeIntegration(data);
    default:
      return "";
  }
}

function withInside(name: string, attributes: Parameters<typeof writeTag>[1], inside: string): string {
  const tag = writeTag(name, attributes);
  return inside === "" ? tag : [tag, inside, `{% end${name} %}`].join("\n");
}

/** A link for readers of the Markdown in other tools. */
function linkTo(ref: ContentRef): string {
  const label = escapeText(fallbackLabel(ref), { isBracketed: true, isFollowed: true });
  return `[${label}](${writeDestination(addressOf(ref))})`;
}

/** Strings are quoted and may have several lines; other values are JSON. */
function writeIntegration({ integration, block, props, url, fullWidth }: BlockData["integration"]): string {
  const values = Object.entries<Json>({ ...props, ...(url !== undefined && !("url" in props) && { url }) });
  const attributes = values.map(
    ([key, value]) => ` ${key}=${typeof value === "string" ? `"${quoted(value)}"` : JSON.stringify(value)}`,
  );
  return `{% @${integration}/${block}${attributes.join("")}${fullWidth ? ' fullWidth="true"' : ""} %}`;
}

/** Whether a text is a tag that means nothing here, and nothing else. */
export function isTagAlone(text: string): boolean {
  if (!text.startsWith("{%") || text.includes("\n")) return false;
  const tag = readTag(text, 0);
  if (tag === undefined || tag.end !== text.length) return false;
  return !isKnownTag(tag) && !isKnownTag({ name: tag.name.replace(/^end/, "") });
}
