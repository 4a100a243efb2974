import { signal } from "@preact/signals";
import type { ListedPage } from "../../data/api-types.ts";
import type { Destination } from "../../data/library-tree.ts";
import { type ContentPlace, pathOfContent } from "./content-place.ts";

/** A title that is being typed in the tree: that of a new page, or another one of a page. */
export type TypedTitle = { readonly content: string } & (
  | { readonly kind: "new"; readonly type: "document" | "group"; readonly destination: Destination }
  | { readonly kind: "rename"; readonly id: string }
);

export const typedTitle = signal<TypedTitle | undefined>(undefined);

let created: { readonly page: string; readonly at: number } | undefined;

/** How long a page is new, in milliseconds. Meanwhile it may be drawn again. */
const newFor = 10_000;

/** Remembers a page that was created, so that its text gets the focus when it is shown. */
export function rememberCreated(page: string): void {
  created = { page, at: Date.now() };
}

/** Whether a page was created just now. */
export function isCreatedNow(page: string): boolean {
  return created?.page === page && Date.now() - created.at < newFor;
}

/** The id of the row of a page that does not exist yet. */
export const newRowId = "new";

/** Opens a row in the tree for the title of a new page. */
export function typeNewPage(
  place: ContentPlace,
  destination: Destination,
  type: "document" | "group" = "document",
): void {
  typedTitle.value = { content: pathOfContent(place), kind: "new", type, destination };
}

/** Lets the user type another title of a page in its row. */
export function typeRename(place: ContentPlace, { id }: Pick<ListedPage, "id">): void {
  typedTitle.value = { content: pathOfContent(place), kind: "rename", id };
}
