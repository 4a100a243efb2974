import { hashOf } from "../../content/index.ts";
import type { BookOrder } from "../../pdf/index.ts";
import type { Context } from "../http/index.ts";

/** To be counted up whenever the same order gives another PDF. */
const edition = 1;

/** A PDF that somebody wants, as it can be told to another process. */
export interface PdfOrder
  extends Pick<BookOrder, "title" | "emoji" | "organization" | "draft" | "changedAt" | "part"> {
  readonly space: BookOrder["space"] & { readonly repositoryId: string };
  /** The content, sealed: whatever is changed meanwhile, it is made of this. */
  readonly root: string;
  /** What the file is called. */
  readonly name: string;
  /** Guests read what is given to them, but no OpenAPI specs. */
  readonly showsSpecs: boolean;
}

/** Names all that a PDF of a space is made of; what else it names is looked at by itself. */
export function keyOf({ config }: Context, order: PdfOrder): string {
  const { title, emoji, organization, draft, changedAt, part, root, showsSpecs } = order;
  return hashOf(
    JSON.stringify([
      edition,
      config.baseUrl,
      root,
      changedAt,
      [title, emoji ?? "", organization],
      draft ? [draft.number, draft.subject] : [],
      part ? [part.page, part.isOnly] : [],
      showsSpecs,
    ]),
  );
}
