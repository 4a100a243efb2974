import type { Document } from "../document/index.ts";
import type { FileRecord, PageAttributes, PageType } from "../model/index.ts";

type Removable = "layout" | "cover" | "variables" | "tags";

/** The attributes of a page in a change; null removes an attribute. */
export type AuthoredAttributes = Omit<PageAttributes, Removable> & {
  readonly [K in Removable]?: PageAttributes[K] | null;
};

/** The document of a page or of a reusable content: Markdown or blocks. */
export interface DocumentInput {
  readonly markdown?: string;
  readonly document?: Document;
}

/** The fields of each operation. Clients cannot set `internal`. */
interface Operations {
  readonly insert_page: AuthoredAttributes & {
    readonly type?: PageType;
    readonly slug?: string;
    readonly internal?: {
      /** Replaces the slug derived from the title. It is numbered if a sibling has it. */
      readonly preferredSlug?: string;
      /** A predetermined id. */
      readonly id?: string;
    };
    readonly document?: DocumentInput;
    readonly into?: string;
    readonly at?: number;
    readonly ref?: string;
  };
  readonly update_page: AuthoredAttributes & {
    readonly page: string;
    readonly slug?: string;
    readonly document?: DocumentInput;
    readonly into?: string | null;
    readonly at?: number;
  };
  readonly delete_page: { readonly page: string };
  readonly duplicate_page: {
    readonly page: string;
    /** The title of the copy; by default that of the page. */
    readonly title?: string;
    readonly into?: string | null;
    readonly at?: number;
    readonly ref?: string;
  };
  readonly revert_page: {
    readonly page: string;
    readonly revision?: string;
    /** The keys of the blocks to revert; by default the whole page is reverted. */
    readonly block?: readonly string[];
  };
  readonly insert_files: {
    readonly files: readonly (FileRecord & {
      readonly ref?: string;
      readonly internal?: { readonly id: string };
    })[];
  };
  readonly update_file: { readonly file: string; readonly name: string };
  readonly delete_file: { readonly file: string };
  readonly set_variables: {
    /** Null removes a variable. */
    readonly variables: Readonly<Record<string, string | null>>;
    /** Leaves existing variables unchanged. */
    readonly internal?: { readonly onlyNew: true };
  };
  readonly insert_reusable_content: {
    readonly title: string;
    /** A predetermined id, which documents of the same batch refer to. */
    readonly internal?: { readonly id: string };
    readonly document?: DocumentInput;
  };
  readonly update_reusable_content: {
    readonly reusableContent: string;
    readonly title?: string;
    readonly document?: DocumentInput;
  };
  readonly delete_reusable_content: { readonly reusableContent: string };
}

export type Operation = keyof Operations;

export type Change<O extends Operation = Operation> = {
  [K in O]: { readonly operation: K } & Operations[K];
}[O];

export type InsertPage = Change<"insert_page">;
export type UpdatePage = Change<"update_page">;
