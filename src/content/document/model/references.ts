import { safeDecodeUriComponent } from "../../../platform/index.ts";
import { idAddress } from "./marked-address.ts";

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

const id = "[A-Za-z0-9_-]+";
const inSpace = `(?:/spaces/(?<space>${id}))?`;
const page = new RegExp(`^${inSpace}/pages/(?<page>${id})(?:\\?(?<query>[^#]+))?(?:#(?<anchor>[^#?]+))?$`);
const file = new RegExp(`^${inSpace}/files/(?<file>${id})$`);
const reusableContent = new RegExp(`^${inSpace}/reusable-contents/(?<content>${id})$`);
const others = new RegExp(`^/(?<kind>spaces|collections|users|openapi)/(?<id>${id})$`);

/**
 * What an address leads to. Everything of Lectern's own has an address by its id; links to pages and files of the same
 * space, however they were written, have it by the time they come here.
 */
export function refOf(written: string): ContentRef {
  const address = idAddress(written);
  if (/^#[^#\s]/.test(address)) return { kind: "anchor", anchor: safeDecodeUriComponent(address.slice(1)) };
  if (!address.startsWith("/")) return { kind: "url", url: address };
  return inside(address) ?? { kind: "url", url: address };
}

function inside(address: string): ContentRef | undefined {
  const toPage = page.exec(address)?.groups;
  if (toPage?.page !== undefined) {
    const { page: target, space, query } = toPage;
    const place = {
      page: target,
      ...(space !== undefined && { space }),
      ...(query !== undefined && { query }),
    };
    return toPage.anchor === undefined
      ? { kind: "page", ...place }
      : { kind: "anchor", anchor: safeDecodeUriComponent(toPage.anchor), ...place };
  }
  const toFile = file.exec(address)?.groups;
  if (toFile?.file !== undefined)
    return { kind: "file", file: toFile.file, ...(toFile.space !== undefined && { space: toFile.space }) };
  const toContent = reusableContent.exec(address)?.groups;
  if (toContent?.content !== undefined)
    return {
      kind: "reusable-content",
      reusableContent: toContent.content,
      ...(toContent.space !== undefined && { space: toContent.space }),
    };
  const { kind, id: other = "" } = others.exec(address)?.groups ?? {};
  if (kind === "spaces") return { kind: "space", space: other };
  if (kind === "collections") return { kind: "collection", collection: other };
  if (kind === "users") return { kind: "user", user: other };
  return kind === "openapi" ? { kind: "openapi", spec: other } : undefined;
}

/** The address of a referenced object; empty without a reference. */
export function addressOf(ref: ContentRef | undefined): string {
  if (ref === undefined) return "";
  const space =
    "space" in ref && ref.kind !== "space" && ref.space !== undefined ? `/spaces/${ref.space}` : "";
  switch (ref.kind) {
    case "url":
      return ref.url;
    case "file":
      return isId(ref.file) ? `${space}/files/${ref.file}` : ref.file;
    case "page":
      return `${space}/pages/${ref.page}${queryOf(ref)}`;
    case "anchor":
      return `${ref.page === undefined ? "" : `${space}/pages/${ref.page}${queryOf(ref)}`}#${encoded(ref.anchor)}`;
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

function queryOf({ query }: { readonly query?: string }): string {
  return query === undefined ? "" : `?${query}`;
}

/** What an image, a file or a drawing shows: a file of the space, or what is at an address. */
export function fileRefOf(address: string): Extract<ContentRef, { kind: "file" | "url" }> {
  const ref = refOf(address);
  return ref.kind === "file" ? ref : { kind: "url", url: idAddress(address) };
}

/** Where only a file will do, one that is not of the space is named by its address. */
export function asFileRef(address: string): Extract<ContentRef, { kind: "file" }> {
  const ref = fileRefOf(address);
  if (ref.kind === "file") return ref;
  // So that it is not taken for an id.
  return { kind: "file", file: isId(ref.url) ? `./${ref.url}` : ref.url };
}

/** What stands for a reference where a text is needed and there is none. */
export function fallbackLabel(ref: ContentRef): string {
  return ref.kind === "url" ? ref.url : ref.kind;
}

function isId(name: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(name);
}

/** Only what would end the address, or be read as something else. */
function encoded(anchor: string): string {
  return anchor
    .replace(/[%\s#?<>"\\]/g, encodeURIComponent)
    .replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
}
