import type { Document } from "../document/index.ts";
import type { FileRecord, PageAttributes, PageType } from "../model/index.ts";

type Removable = "layout" | "cover" | "variables";

/** What an author says about a page; null takes something away. */
export type AuthoredAttributes = Omit<PageAttributes, Removable> & {
  readonly [K in Removable]?: PageAttributes[K] | null;
};

/** The body of a page or of a reusable content, as an author sends it. */
export interface DocumentInput {
  readonly markdown?: string;
  /** As blocks, in the place of Markdown. */
  readonly document?: Document;
}

export interface InsertPage extends AuthoredAttributes {
  readonly operation: "insert_page";
  readonly type?: PageType;
  readonly slug?: string;
  readonly internal?: {
    /** In the place of one that the title makes: like that, it is numbered where a sibling has it. */
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
  /** The keys of the blocks to revert; without them the whole page is. */
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
  /** Null takes a variable away; those that are not named stay. */
  readonly variables: Readonly<Record<string, string | null>>;
  readonly internal?: {
    /** Those that are there already stay as they are. */
    readonly onlyNew: true;
  };
}

export interface InsertReusableContent {
  readonly operation: "insert_reusable_content";
  readonly title: string;
  readonly internal?: {
    /** The id that it gets: texts of the batch name it by that. */
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

/** One step of a batch of changes. What is internal to it, no client can say. */
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
