import type { HLJSApi } from "highlight.js";
import type temml from "temml";
import type { BlockOf, BlockType, ContentRef, Fragment, Node } from "../../content/document/index.ts";
import type { KnownFrame } from "../../embeds/index.ts";
import type { Html } from "../html/index.ts";
import type { FrameWords } from "../words/index.ts";
import type { ApiAnchors } from "./api-anchors.ts";

/** The target of a reference, as this visitor may see it. */
export interface SiteTarget {
  readonly kind: ContentRef["kind"];
  readonly title: string;
  /** Absent if the target does not exist, or if the visitor may not see it. */
  readonly href?: string;
  readonly isExternal?: boolean;
  /** Additional text: the description of a page, or the size of a file. */
  readonly note?: string;
  /** The icon or the emoji of a page. */
  readonly icon?: string;
  readonly emoji?: string;
}

export interface SiteImage {
  readonly src: string;
  /** In pixels, if known. */
  readonly width?: number;
  readonly height?: number;
}

/** What is known about an embedded URL. */
export interface SiteEmbed {
  readonly title: string;
  /** The name of the website. */
  readonly site: string;
  readonly description?: string | undefined;
  /** Absent for a website that is not shown in a frame. */
  readonly frame?: KnownFrame;
}

/** What the document of a page refers to. Everything is looked up before the document is written. */
export interface DocumentTargets {
  targetOf(ref: ContentRef): SiteTarget;
  /** Undefined if the image does not exist. */
  imageOf(ref: ContentRef): SiteImage | undefined;
  /** A parsed OpenAPI document. */
  specOf(ref: ContentRef): unknown;
}

/** The URLs by which readers use the API that a page describes. A URL is undefined if there is none. */
export interface ApiUrls {
  /** The client for requests to an operation. */
  tryRequest(ref: ContentRef, path: string, method: string): string | undefined;
  /** The spec itself. */
  download(ref: ContentRef): string | undefined;
  /** Where a schema is shown. */
  schema(ref: ContentRef, name: string): string | undefined;
  /** Where the operations at a path are shown, this one included. */
  operations(ref: ContentRef, path: string): readonly ApiOperationLink[];
}

export interface ApiOperationLink {
  /** In upper case. */
  readonly method: string;
  readonly url: string;
}

/** The title of a part of an API in the outline. */
export interface ApiHeading {
  readonly id: string;
  readonly title: string;
}

export type Highlighter = Pick<HLJSApi, "getLanguage" | "highlight">;
export type FormulaConverter = Pick<typeof temml, "renderToString">;

export interface PageContext extends DocumentTargets {
  readonly apiUrls: ApiUrls | undefined;
  readonly apiAnchors: ApiAnchors;
  /** Adds a part of an API to the outline, with the data of its block. */
  addApiHeading(data: object, heading: ApiHeading): void;
  /** Where a schema of the spec that is being written is shown. */
  schemaUrl(name: string): string | undefined;
  /** Undefined if the URL is not one of the web. */
  embedOf(url: string): SiteEmbed | undefined;
  readonly words: FrameWords;
  readonly locale: string;
  /** The level of the largest heading in the document, from 1 to 3. It is an `h2` in the page. */
  readonly topHeading: number;
  /** Whether links to other sites open in a new tab. */
  readonly opensNewTabs: boolean;
  /** Whether elements of blocks have their keys, by which comments refer to them. */
  readonly hasKeys: boolean;
  /** The URL of the page that searches the site. Without it, buttons that search are text. */
  readonly searchUrl?: string | undefined;
  /** What stands before the condition of conditional blocks, for writers. Without it, these blocks are omitted. */
  readonly conditionLabel?: string | undefined;
  /** Changes what was written of a block, an inline node or a text, for example to mark what differs. */
  readonly decorate?: ((node: Node, written: Html, context: PageContext) => Html) | undefined;
  /** Whether headings have links to themselves. */
  readonly hasAnchors: boolean;
  iconOf(name: string): Html | undefined;
  readonly highlighter: Highlighter;
  readonly formulaConverter: FormulaConverter;
  /** An id that is unique in the page. Anchors never contain a tilde. */
  newId(name: string): string;
  /** The name of a class with these declarations. Style attributes are forbidden by the content security policy. */
  classFor(declarations: string): string;
  /** Adds a part after the document, such as the popover of an annotation. */
  append(part: Html): void;
  text(nodes: readonly Node[] | undefined): Html;
  blocks(nodes: readonly Node[] | undefined): Html;
  /** The blocks of a fragment; undefined if it does not exist or is empty. */
  fragment(fragments: readonly Fragment[] | undefined, type: string): Html | undefined;
}

export type WriteBlock<T extends BlockType = BlockType> = (block: BlockOf<T>, context: PageContext) => Html;
