import { safeDecodeUriComponent } from "../../platform/index.ts";
import type { ContentRef } from "../document/index.ts";

/** Matches the addresses that GitBook writes for pages of other spaces, without those of its editor (`~/changes/…`). */
const appLink =
  /^https:\/\/app\.gitbook\.com\/(?:o\/[\w-]+\/)?s\/([\w-]+)(?:\/(?!~)([^?#]*))?(?:\?[^#]*)?(?:#(.+))?$/is;

/** The space, page or anchor of an address in GitBook's application; the page is a path or an id. Undefined for other addresses. */
export function refOfAppLink(url: string): ContentRef | undefined {
  const [matched, space, path = "", anchor] = appLink.exec(url) ?? [];
  if (matched === undefined || space === undefined) return undefined;
  const page = safeDecodeUriComponent(path).replace(/(?<!\/)\/+$/, "");
  if (page === "") return { kind: "space", space };
  return anchor === undefined
    ? { kind: "page", page, space }
    : { kind: "anchor", page, space, anchor: safeDecodeUriComponent(anchor) };
}
