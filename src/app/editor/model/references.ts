/** What a link, a mention or a block refers to, as the API has it. */
export type Reference =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "page"; readonly page: string; readonly space?: string }
  | { readonly kind: "anchor"; readonly anchor: string; readonly page?: string; readonly space?: string }
  | { readonly kind: "file"; readonly file: string; readonly space?: string }
  | { readonly kind: "user"; readonly user: string }
  | { readonly kind: "space"; readonly space: string }
  | { readonly kind: "collection"; readonly collection: string };

/** The reference that a typed or pasted text is: an address, an email address, a part of this page, or a page of this workspace. */
export function referenceFrom(text: string, appUrl: string): Reference | undefined {
  const written = text.trim();
  if (/^#[^\s#]+$/.test(written)) return { kind: "anchor", anchor: written.slice(1) };
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(written)) return { kind: "url", url: `mailto:${written}` };
  if (/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(written))
    return referenceInApp(written, appUrl) ?? { kind: "url", url: written };
  if (/^(?:www\.)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#]\S*)?$/i.test(written))
    return { kind: "url", url: `https://${written}` };
  return undefined;
}

/** A page or a space, if the address is its place in this workspace. It then follows when the page moves. */
function referenceInApp(address: string, appUrl: string): Reference | undefined {
  if (!address.startsWith(`${appUrl}/`)) return undefined;
  const path = address.slice(appUrl.length);
  const found =
    /^\/spaces\/(?<space>[\w-]+)(?:\/change-requests\/[\w-]+)?(?:\/pages\/(?<page>[\w-]+))?(?:#(?<anchor>.+))?$/.exec(
      path,
    );
  const { space, page, anchor } = found?.groups ?? {};
  if (space === undefined) return undefined;
  if (page === undefined) return { kind: "space", space };
  return anchor === undefined ? { kind: "page", page, space } : { kind: "anchor", anchor, page, space };
}

/** The reference without the space, if it is the one that is written in: such references survive copies of the space. */
export function withinSpace(reference: Reference, space: string): Reference {
  if (!("space" in reference) || reference.space !== space || reference.kind === "space") return reference;
  const { space: _, ...rest } = reference;
  return rest as Reference;
}
