import { type DocumentLinks, maxIncludeDepth, maxIncludedNodes } from "../content/document/index.ts";
import { evaluateExpression, membersRead, rootsOf, type Scope } from "../content/expressions/index.ts";
import { findReusableContent, type PageRecord } from "../content/index.ts";
import type { LinkIndexInput } from "../content/link-index/index.ts";
import { type Claims, isMet, parseCondition } from "./conditions.ts";

/** What the parts of pages refer to: ids of files, slugs of specs, names of variables of the space and of the page. */
export const referenceKinds = ["files", "specs", "variables", "pageVariables"] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

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
export function* shownParts(outermost: PageParts, claims: Claims): Generator<PageParts> {
  const pending = [outermost];
  for (let parts = pending.pop(); parts !== undefined; parts = pending.pop()) {
    if (!isMet(parts.condition, claims, parts.scope)) continue;
    yield parts;
    for (const inner of parts.inner.values()) pending.push(inner);
  }
}

/** The page whose document is visited. */
interface VisitedPage {
  readonly variables: PageRecord["variables"];
  readonly scope: Scope;
  /** The number of nodes of the reusable contents that the page includes, and the maximum. */
  includedNodes: number;
  readonly maxIncludedNodes: number;
}

/** Collects the references of pages by the conditions to see them, as `evaluateDocument` applies these. */
export class ReferenceCollector {
  readonly #input: LinkIndexInput;
  readonly #variables: Readonly<Record<string, string>>;
  readonly #reusableContents = new Map<string, Promise<DocumentLinks | undefined>>();
  /** The number of nodes of reusable contents whose references have already been added, by parts and name. */
  readonly #included = new Map<string, number>();
  #count = 0;
  readonly outermost: PageParts = this.#createParts();

  constructor(input: LinkIndexInput, variables: Readonly<Record<string, string>>) {
    this.#input = input;
    this.#variables = variables;
  }

  /** The number of different lists of conditions. */
  get count(): number {
    return this.#count;
  }

  /** The parts with one more condition. */
  within(parts: PageParts, condition: string, page?: VisitedPage): PageParts {
    const readsPage = page?.variables !== undefined && readNames(condition).has("page");
    const key = readsPage ? JSON.stringify([condition, page.variables]) : condition;
    return parts.inner.getOrInsertComputed(key, () => this.#createParts(condition, page?.scope));
  }

  /** Adds the references of a page to the parts with its own conditions and those of its ancestors. */
  async addPage(record: PageRecord, parts: PageParts, document: DocumentLinks | undefined) {
    const { cover, target, variables } = record;
    for (const ref of [cover?.ref, cover?.refDark, target])
      if (ref?.kind === "file") addReference(parts, "files", ref.file);
    if (document === undefined) return;
    const scope = { space: { vars: this.#variables }, page: { vars: variables ?? {} } };
    const limits = { includedNodes: 0, maxIncludedNodes: maxIncludedNodes(document.nodes + 1) };
    await this.#addDocument({ variables, scope, ...limits }, document, parts, []);
  }

  async #addDocument(
    page: VisitedPage,
    { links, expressions, conditions }: DocumentLinks,
    outer: PageParts,
    enclosing: readonly string[],
  ): Promise<void> {
    const inner = this.#partsInside(page, conditions, outer);
    const partsAt = (condition: number | undefined) => (condition === undefined ? outer : inner[condition]);
    for (const { expression, condition } of expressions) {
      const parsed = parseCondition(expression);
      const parts = partsAt(condition);
      if (parts === undefined || parsed === undefined) continue;
      for (const name of membersRead(parsed, "space.vars", page.scope))
        addReference(parts, "variables", name);
      for (const name of membersRead(parsed, "page.vars", page.scope))
        addReference(parts, "pageVariables", name);
    }
    const { spaceId } = this.#input;
    for (const { ref, condition } of links) {
      const parts = partsAt(condition);
      if (parts === undefined) continue;
      if (ref.kind === "openapi") addReference(parts, "specs", ref.spec);
      else if (ref.kind === "file" && (ref.space ?? spaceId) === spaceId)
        addReference(parts, "files", ref.file);
      else if (ref.kind === "reusable-content" && ref.space === undefined)
        await this.#include(page, ref.reusableContent, parts, enclosing);
    }
  }

  /** The parts under each condition of a document; undefined if they are never shown. */
  #partsInside(page: VisitedPage, conditions: DocumentLinks["conditions"], outer: PageParts) {
    const inside: (PageParts | undefined)[] = [];
    for (const { expression = "", within } of conditions) {
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
    const isShared = enclosing.length === 0 && page.variables === undefined;
    const key = isShared ? `${parts.id} ${name}` : "";
    const known = this.#included.get(key);
    if (known !== undefined && page.includedNodes + known <= page.maxIncludedNodes) {
      page.includedNodes += known;
      return;
    }
    const document = await this.#findReusableContent(name);
    if (document === undefined || page.includedNodes >= page.maxIncludedNodes) return;
    const before = page.includedNodes;
    page.includedNodes += document.nodes;
    if (page.includedNodes > page.maxIncludedNodes) return;
    await this.#addDocument(page, document, parts, [...enclosing, name]);
    if (isShared && page.includedNodes < page.maxIncludedNodes)
      this.#included.set(key, page.includedNodes - before);
  }

  #findReusableContent(name: string): Promise<DocumentLinks | undefined> {
    return this.#reusableContents.getOrInsertComputed(name, async () => {
      const { content, readDocumentLinks } = this.#input;
      const hash = (await findReusableContent(content, name))?.value.document;
      return hash === undefined ? undefined : (await readDocumentLinks([hash])).get(hash);
    });
  }

  #createParts(condition?: string, scope?: Scope): PageParts {
    const id = this.#count++;
    return { id, ...(condition && { condition }), ...(scope && { scope }), references: {}, inner: new Map() };
  }
}

function addReference({ references }: PageParts, kind: ReferenceKind, name: string): void {
  references[kind] ??= new Set();
  references[kind].add(name);
}

/** The names that a condition reads, such as `visitor`. */
function readNames(condition: string): ReadonlySet<string> {
  const parsed = parseCondition(condition);
  return parsed === undefined ? new Set() : rootsOf(parsed);
}
