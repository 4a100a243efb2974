import { safeDecodeUriComponent } from "../../../platform/index.ts";
import { definedFields } from "./build.ts";
import { toIdDestination } from "./dual-destination.ts";

export type ContentRef =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "file"; readonly file: string; readonly space?: string }
  | { readonly kind: "page"; readonly page: string; readonly space?: string; readonly query?: string }
  | {
      readonly kind: "anchor";
      readonly anchor: string;
      readonly page?: string;
      readonly space?: string;
      readonly query?: string;
    }
  | { readonly kind: "user"; readonly user: string }
  | { readonly kind: "collection"; readonly collection: string }
  | { readonly kind: "space"; readonly space: string }
  | { readonly kind: "reusable-content"; readonly reusableContent: string; readonly space?: string }
  | { readonly kind: "openapi"; readonly spec: string };
export type RefKind = ContentRef["kind"];
export type RefOf<K extends RefKind> = Extract<ContentRef, { kind: K }>;

const id = "[A-Za-z0-9_-]+";
const inSpace = `^(?:/spaces/(?<space>${id}))?`;
const pagePattern = new RegExp(
  `${inSpace}/pages/(?<page>${id})(?:\\?(?<query>[^#]+))?(?:#(?<anchor>[^#?]+))?$`,
);
const filePattern = new RegExp(`${inSpace}/files/(?<file>${id})$`);
const reusablePattern = new RegExp(`${inSpace}/reusable-contents/(?<reusableContent>${id})$`);
const otherPattern = new RegExp(`^/(?<kind>spaces|collections|users|openapi)/(?<id>${id})$`);

/** The reference for a link destination, in which pages and files of the same space are identified by id. */
export function refOf(written: string): ContentRef {
  const address = toIdDestination(written);
  if (/^#[^#\s]/.test(address)) return { kind: "anchor", anchor: safeDecodeUriComponent(address.slice(1)) };
  return internalRef(address) ?? { kind: "url", url: address };
}

function internalRef(address: string): ContentRef | undefined {
  if (!address.startsWith("/")) return undefined;
  const { page, anchor, space, query } = pagePattern.exec(address)?.groups ?? {};
  if (page !== undefined)
    return anchor === undefined
      ? definedFields({ kind: "page", page, space, query })
      : definedFields({ kind: "anchor", anchor: safeDecodeUriComponent(anchor), page, space, query });
  const { file, space: fileSpace } = filePattern.exec(address)?.groups ?? {};
  if (file !== undefined) return definedFields({ kind: "file", file, space: fileSpace });
  const { reusableContent, space: contentSpace } = reusablePattern.exec(address)?.groups ?? {};
  if (reusableContent !== undefined)
    return definedFields({ kind: "reusable-content", reusableContent, space: contentSpace });
  const { kind, id = "" } = otherPattern.exec(address)?.groups ?? {};
  if (kind === "spaces") return { kind: "space", space: id };
  if (kind === "collections") return { kind: "collection", collection: id };
  if (kind === "users") return { kind: "user", user: id };
  return kind === "openapi" ? { kind, spec: id } : undefined;
}

export function destinationOf(ref: ContentRef | undefined): string {
  if (ref === undefined) return "";
  const space =
    "space" in ref && ref.kind !== "space" && ref.space !== undefined ? `/spaces/${ref.space}` : "";
  const query = "query" in ref && ref.query !== undefined ? `?${ref.query}` : "";
  switch (ref.kind) {
    case "url":
      return ref.url;
    case "file":
      return isId(ref.file) ? `${space}/files/${ref.file}` : ref.file;
    case "page":
      return `${space}/pages/${ref.page}${query}`;
    case "anchor":
      return `${ref.page === undefined ? "" : `${space}/pages/${ref.page}${query}`}#${encodeAnchor(ref.anchor)}`;
    case "user":
      return `/users/${ref.user}`;
    case "collection":
      return `/collections/${ref.collection}`;
    case "space":
      return `/spaces/${ref.space}`;
    case "reusable-content":
      return isId(ref.reusableContent)
        ? `${space}/reusable-contents/${ref.reusableContent}`
        : ref.reusableContent;
    case "openapi":
      return `/openapi/${ref.spec}`;
  }
}

/** The reference for an image: a file of the space, or a URL. */
export function fileRefOf(address: string): RefOf<"file" | "url"> {
  const ref = refOf(address);
  return ref.kind === "file" ? ref : { kind: "url", url: toIdDestination(address) };
}

/** A file reference, for nodes that allow no other kind. For an external file, `file` is its URL. */
export function asFileRef(address: string): RefOf<"file"> {
  const ref = fileRefOf(address);
  // A relative URL that looks like an id gets a prefix.
  return ref.kind === "file" ? ref : { kind: "file", file: isId(ref.url) ? `./${ref.url}` : ref.url };
}

/** The text of a link to a referenced object whose title is unknown. */
export function fallbackLabel(ref: ContentRef): string {
  return ref.kind === "url" ? ref.url : ref.kind;
}

function isId(name: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(name);
}

/** Encodes only the characters that would end the URL or change its meaning. */
function encodeAnchor(anchor: string): string {
  return anchor
    .replace(/[%\s#?<>"\\]/g, encodeURIComponent)
    .replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
}
