import { LRUCache } from "lru-cache";
import { type DocumentLinks, maxIncludeDepth, maxIncludedNodes } from "../content/document/index.ts";
import { evaluateExpression, membersRead, rootsOf, type Scope } from "../content/expressions/index.ts";
import { findReusableContent, hashOf, type PageRecord, readVariables } from "../content/index.ts";
import type { LinkIndexInput } from "../content/link-index/index.ts";
import { EventLoopYielder } from "../platform/index.ts";
import { type Claims, isMet, parseCondition } from "./conditions.ts";

/**
 * What the parts of pages refer to: ids of files, slugs of specs, hashes of embedded URLs, names of variables of the space and
 * of the page.
 */
export type ReferenceKind = "files" | "specs" | "urls" | "variables" | "pageVariables";

/** Identifies a URL. URLs may be long, and only whether one is shown has to be known. */
export function urlReference(url: string): string {
  return hashOf(URL.parse(url)?.href ?? url);
}

/** The estimated memory of parts with the same conditions, without their references, and of a reference in bytes. */
export const [partsSize, referenceSize] = [600, 100];
/** The maximum estimated memory of the parts of all pages. It is less than the node cache may take, so they are cached. */
const maxSize = 30_000_000;

/** All parts of pages with the same conditions, and what they refer to. A visitor who meets the conditions sees them. */
export interface PageParts {
  readonly id: number;
  /** The innermost condition, which depends on the visitor, and the variables that it may use. The outermost parts have none. */
  readonly condition?: string;
  readonly scope?: Scope;
  readonly references: Partial<Record<ReferenceKind, Set<string>>>;
  /** The parts with one more condition. */
  readonly inner: Map<string, PageParts>;
}

/** The parts that a visitor sees among these and those inside of them. */
export async function findShownParts(
  outermost: PageParts,
  claims: Claims,
  yielder: EventLoopYielder,
): Promise<PageParts[]> {
  const shown: PageParts[] = [];
  const pending = [outermost];
  for (let parts = pending.pop(); parts !== undefined; parts = pending.pop()) {
    if (yielder.isDue) await yielder.yieldIfDue();
    if (!isMet(parts.condition, claims, parts.scope)) continue;
    shown.push(parts);
    for (const inner of parts.inner.values()) pending.push(inner);
  }
  return shown;
}

/** What collectors of references of the same content share. */
export interface ReferenceSource {
  readonly spaceId: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly yielder: EventLoopYielder;
  findReusableContent(name: string): Promise<DocumentLinks | undefined>;
}

/** The number of reusable contents whose links are kept in memory. */
const keptReusableContents = 32;

export async function openReferenceSource(input: LinkIndexInput): Promise<ReferenceSource> {
  const { content, spaceId, readDocumentLinks } = input;
  const reusableContents = new LRUCache<string, Promise<DocumentLinks | undefined>>({
    max: keptReusableContents,
  });
  const readLinks = async (name: string) => {
    const hash = (await findReusableContent(content, name))?.value.document;
    return hash === undefined ? undefined : (await readDocumentLinks([hash])).get(hash);
  };
  return {
    spaceId,
    variables: await readVariables(content),
    yielder: new EventLoopYielder(),
    findReusableContent: (name) => {
      const links = reusableContents.get(name) ?? readLinks(name);
      reusableContents.set(name, links);
      return links;
    },
  };
}

/** The page whose document is visited. */
interface VisitedPage {
  readonly hasVariables: boolean;
  readonly scope: Scope;
  /** Identifies the variables of the page. */
  readonly variablesHash: string;
  readonly variablesSize: number;
  /** The number of nodes of the reusable contents that the page includes, and the maximum. */
  includedNodes: number;
  readonly maxIncludedNodes: number;
}

/**
 * Collects the references of pages by the conditions to see them, as `evaluateDocument` applies these. What is added
 * after the collector is full is not shown.
 */
export class ReferenceCollector {
  readonly #source: ReferenceSource;
  /** The scope of conditions that read no variables of pages. */
  readonly #spaceScope: Scope;
  /** The scopes of conditions that read variables of pages, by the hashes of these. */
  readonly #pageScopes = new Map<string, Scope>();
  /** The number of nodes of reusable contents whose references have already been added, by parts and name. */
  readonly #included = new Map<string, number>();
  readonly outermost: PageParts = { id: 0, references: {}, inner: new Map() };
  #count = 1;
  #size = partsSize;
  #isFull = false;

  constructor(source: ReferenceSource) {
    this.#source = source;
    this.#spaceScope = { space: { vars: source.variables } };
  }

  /** The estimated memory of all parts in bytes. */
  get size(): number {
    return this.#size;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** The parts with one more condition: of a page, or of a part of the document of `page`. Undefined if the collector is full. */
  within(parts: PageParts, condition: string, page?: VisitedPage): PageParts | undefined {
    const readsPage = page !== undefined && readNames(condition).has("page");
    const scopeKey = readsPage ? page.variablesHash : page && "space";
    const key = `${scopeKey ?? ""} ${condition}`;
    const known = parts.inner.get(key);
    if (known !== undefined) return known;
    if (!this.#reserve(partsSize + key.length)) return undefined;
    const scope = readsPage ? this.#pageScope(page) : page && this.#spaceScope;
    const added = { id: this.#count++, condition, ...(scope && { scope }), references: {}, inner: new Map() };
    parts.inner.set(key, added);
    return added;
  }

  /** Adds the references of a page to the parts with its own conditions and those of its ancestors. */
  async addPage(record: PageRecord, parts: PageParts, document: DocumentLinks | undefined) {
    const { cover, target, variables } = record;
    for (const ref of [cover?.ref, cover?.refDark, target])
      if (ref?.kind === "file") this.#addReference(parts, "files", ref.file);
    if (document === undefined) return;
    const variablesText = JSON.stringify(variables ?? {});
    const page = {
      hasVariables: variables !== undefined,
      scope: { ...this.#spaceScope, page: { vars: variables ?? {} } },
      variablesHash: hashOf(variablesText),
      variablesSize: variablesText.length,
      includedNodes: 0,
      maxIncludedNodes: maxIncludedNodes(document.nodes + 1),
    };
    await this.#addDocument(page, document, parts, []);
  }

  async #addDocument(
    page: VisitedPage,
    { links, expressions, conditions }: DocumentLinks,
    outer: PageParts,
    enclosing: readonly string[],
  ): Promise<void> {
    const { spaceId, yielder } = this.#source;
    const inner = await this.#partsInside(page, conditions, outer);
    const partsAt = (condition: number | undefined) => (condition === undefined ? outer : inner[condition]);
    for (const { expression, condition } of expressions) {
      if (yielder.isDue) await yielder.yieldIfDue();
      const parsed = parseCondition(expression);
      const parts = partsAt(condition);
      if (parts === undefined || parsed === undefined) continue;
      for (const name of membersRead(parsed, "space.vars", page.scope))
        this.#addReference(parts, "variables", name);
      for (const name of membersRead(parsed, "page.vars", page.scope))
        this.#addReference(parts, "pageVariables", name);
    }
    for (const { ref, relation, condition } of links) {
      if (yielder.isDue) await yielder.yieldIfDue();
      const parts = partsAt(condition);
      if (parts === undefined) continue;
      if (ref.kind === "url" && relation === "dependsOn")
        this.#addReference(parts, "urls", urlReference(ref.url));
      else if (ref.kind === "openapi") this.#addReference(parts, "specs", ref.spec);
      else if (ref.kind === "file" && (ref.space ?? spaceId) === spaceId)
        this.#addReference(parts, "files", ref.file);
      else if (ref.kind === "reusable-content" && ref.space === undefined)
        await this.#include(page, ref.reusableContent, parts, enclosing);
    }
  }

  /** The parts under each condition of a document; undefined if they are never shown. */
  async #partsInside(page: VisitedPage, conditions: DocumentLinks["conditions"], outer: PageParts) {
    const { yielder } = this.#source;
    const inside: (PageParts | undefined)[] = [];
    for (const { expression = "", within } of conditions) {
      if (yielder.isDue) await yielder.yieldIfDue();
      const enclosing = within === undefined ? outer : inside[within];
      const parsed = parseCondition(expression);
      if (enclosing === undefined || parsed === undefined) inside.push(undefined);
      else if (readNames(expression).has("visitor")) inside.push(this.within(enclosing, expression, page));
      else inside.push(evaluateExpression(parsed, page.scope) ? enclosing : undefined);
    }
    return inside;
  }

  /** Nodes under unmet conditions count, so a page near the limit may include more than is added here. */
  async #include(
    page: VisitedPage,
    name: string,
    parts: PageParts,
    enclosing: readonly string[],
  ): Promise<void> {
    if (enclosing.includes(name) || enclosing.length >= maxIncludeDepth) return;
    // For all pages without variables, the same references are added.
    const isShared = enclosing.length === 0 && !page.hasVariables;
    const key = isShared ? `${parts.id} ${name}` : undefined;
    const known = key === undefined ? undefined : this.#included.get(key);
    if (known !== undefined && page.includedNodes + known <= page.maxIncludedNodes) {
      page.includedNodes += known;
      return;
    }
    const document = await this.#source.findReusableContent(name);
    if (document === undefined || page.includedNodes >= page.maxIncludedNodes) return;
    const before = page.includedNodes;
    page.includedNodes += document.nodes;
    if (page.includedNodes > page.maxIncludedNodes) return;
    await this.#addDocument(page, document, parts, [...enclosing, name]);
    if (key !== undefined && page.includedNodes < page.maxIncludedNodes && this.#reserve(referenceSize))
      this.#included.set(key, page.includedNodes - before);
  }

  /** Pages with equal variables share one scope. */
  #pageScope(page: VisitedPage): Scope {
    return this.#pageScopes.getOrInsertComputed(page.variablesHash, () => {
      this.#reserve(page.variablesSize);
      return page.scope;
    });
  }

  #addReference({ references }: PageParts, kind: ReferenceKind, name: string): void {
    if (references[kind]?.has(name) || !this.#reserve(referenceSize)) return;
    references[kind] ??= new Set();
    references[kind].add(name);
  }

  /** Reserves memory in bytes; returns whether there is enough. */
  #reserve(size: number): boolean {
    this.#isFull ||= this.#size + size > maxSize;
    if (!this.#isFull) this.#size += size;
    return !this.#isFull;
  }
}

/** The names that a condition reads, such as `visitor`. */
function readNames(condition: string): ReadonlySet<string> {
  const parsed = parseCondition(condition);
  return parsed === undefined ? new Set() : rootsOf(parsed);
}
