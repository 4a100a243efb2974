import {
  htmlAttributes,
  isKnownTag,
  type Json,
  quoted,
  readTag,
  writeTag,
} from "../../markdown/syntax/index.ts";
import { addressIn, addressOf, type Block, type Data, labelOf, refIn } from "../model/index.ts";
import { escapeText, writeDestination } from "./escape.ts";
import type { Writing } from "./writing.ts";

/** Blocks without text of their own: most of them are tags. */
export function writeVoid({ type, data, fragments = [] }: Block, writing: Writing): string {
  const word = (name: string) => (typeof data[name] === "string" ? data[name] : undefined);
  const address = addressIn(data);
  const fullWidth = data.fullWidth === true ? "true" : undefined;
  const caption = writing.blocks(fragments.find(({ fragment }) => fragment === "caption")?.nodes ?? []);
  switch (type) {
    case "drawing":
      return `<img${htmlAttributes({ src: address, alt: "", class: "gitbook-drawing" })}>`;
    case "file":
      return withInside("file", { src: address }, caption);
    case "embed":
      return withInside("embed", { url: word("url"), fullWidth }, caption);
    case "content-ref":
      return withInside("content-ref", { url: address }, linkTo(data));
    case "reusable-content":
      return `{% include "${address.replace(/["\n]/g, "")}" %}`;
    case "swagger": {
      const expanded = data.expanded === true ? "true" : undefined;
      const pointer = { path: word("path"), method: word("method") };
      return withInside("openapi", { src: address, ...pointer, expanded, fullWidth }, linkTo(data));
    }
    case "openapi-operation":
      return writeTag(type, { spec: specOf(data), path: word("path"), method: word("method") });
    case "openapi-webhook":
      return writeTag(type, { spec: specOf(data), name: word("name"), method: word("method") });
    case "openapi-schemas": {
      const schemas = Array.isArray(data.schemas) ? data.schemas.join(",") : "";
      const grouped = typeof data.grouped === "boolean" ? String(data.grouped) : undefined;
      return writeTag(type, { spec: specOf(data), schemas, grouped });
    }
    case "integration":
      return integration(`@${word("integration")}/${word("block")}`, data, fullWidth);
    default:
      return "";
  }
}

function specOf(data: Data): string {
  const ref = refIn(data);
  return ref?.kind === "openapi" ? ref.spec : "";
}

function withInside(name: string, attributes: Parameters<typeof writeTag>[1], inside: string): string {
  const tag = writeTag(name, attributes);
  return inside === "" ? tag : [tag, inside, `{% end${name} %}`].join("\n");
}

/** For those who read the Markdown elsewhere. */
function linkTo(data: Data): string {
  const ref = refIn(data);
  if (ref === undefined) return "";
  const label = escapeText(labelOf(ref), { isBracketed: true, isFollowed: true });
  return `[${label}](${writeDestination(addressOf(ref))})`;
}

/** Text goes between quotes, over several lines where it has them; other values are JSON. */
function integration(name: string, { props, url }: Data, fullWidth: string | undefined): string {
  const given = typeof props === "object" && props !== null && !Array.isArray(props) ? props : {};
  const values = Object.entries<Json>({
    ...given,
    ...(typeof url === "string" && !("url" in given) && { url }),
  });
  const attributes = values.map(
    ([key, value]) => ` ${key}=${typeof value === "string" ? `"${quoted(value)}"` : JSON.stringify(value)}`,
  );
  return `{% ${name}${attributes.join("")}${fullWidth === undefined ? "" : ' fullWidth="true"'} %}`;
}

/** Whether a text is a tag that means nothing here, and nothing else. */
export function isTagAlone(text: string): boolean {
  if (!text.startsWith("{%") || text.includes("\n")) return false;
  const tag = readTag(text, 0);
  if (tag === undefined || tag.end !== text.length) return false;
  return !isKnownTag(tag) && !isKnownTag({ name: tag.name.replace(/^end/, "") });
}
