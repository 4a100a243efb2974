import type { Document } from "../document/index.ts";
import type { FileRecord, PageAttributes, PageType } from "../model/index.ts";

type Removable = "layout" | "cover" | "variables";

/** The attributes of a page in a change; null removes an attribute. */
export type AuthoredAttributes = Omit<PageAttributes, Removable> & {
  readonly [K in Removable]?: PageAttributes[K] | null;
};

/** The document of a page or of a reusable content: Markdown or blocks. */
export interface DocumentInput {
  readonly markdown?: string;
  readonly document?: Document;
}

export interface InsertPage extends AuthoredAttributes {
  readonly operation: "insert_page";
  readonly type?: PageType;
  readonly slug?: string;
  readonly internal?: {
    /** Replaces the slug derived from the title. It is numbered if a sibling has it. */
    readonly preferredSlug: string;
  };
  readonly document?: DocumentInput;
  readonly into?: string;
  readonly at?: number;
  readonly ref?: string;
}

export interface UpdatePage extends AuthoredAttributes {
  readonly operation: "update_page";
  readonly page: string;
  readonly slug?: string;
  readonly document?: DocumentInput;
  readonly into?: string | null;
  readonly at?: number;
}

export interface DeletePage {
  readonly operation: "delete_page";
  readonly page: string;
}

export interface RevertPage {
  readonly operation: "revert_page";
  readonly page: string;
  readonly revision?: string;
  /** The keys of the blocks to revert; by default the whole page is reverted. */
  readonly block?: readonly string[];
}

export interface InsertFiles {
  readonly operation: "insert_files";
  readonly files: readonly (FileRecord & { readonly ref?: string })[];
}

export interface UpdateFile {
  readonly operation: "update_file";
  readonly file: string;
  readonly name: string;
}

export interface DeleteFile {
  readonly operation: "delete_file";
  readonly file: string;
}

export interface SetVariables {
  readonly operation: "set_variables";
  /** Null removes a variable. */
  readonly variables: Readonly<Record<string, string | null>>;
  readonly internal?: {
    /** Leaves existing variables unchanged. */
    readonly onlyNew: true;
  };
}

export interface InsertReusableContent {
  readonly operation: "insert_reusable_content";
  readonly title: string;
  readonly internal?: {
    /** A predetermined id, which documents of the same batch refer to. */
    readonly id: string;
  };
  readonly document?: DocumentInput;
}

export interface UpdateReusableContent {
  readonly operation: "update_reusable_content";
  readonly reusableContent: string;
  readonly title?: string;
  readonly document?: DocumentInput;
}

export interface DeleteReusableContent {
  readonly operation: "delete_reusable_content";
  readonly reusableContent: string;
}

/** One change of a batch. Clients cannot set `internal`. */
export type Change =
  | InsertPage
  | UpdatePage
  | DeletePage
  | RevertPage
  | InsertFiles
  | UpdateFile
  | DeleteFile
  | SetVariables
  | InsertReusableContent
  | UpdateReusableContent
  | DeleteReusableContent;
