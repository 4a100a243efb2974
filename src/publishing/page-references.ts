import { type DocumentLinks, maxIncludeDepth, maxIncludedNodes } from "../content/document/index.ts";
import { evaluateExpression, membersRead, rootsOf, type Scope } from "../content/expressions/index.ts";
import { findReusableContent, type PageRecord } from "../content/index.ts";
import type { LinkIndexInput } from "../content/link-index/index.ts";
import { type Claims, isMet, parseCondition } from "./conditions.ts";

/** What the parts of pages refer to: ids of files, slugs of specs, names of variables. */
export interface References {
  readonly files: Set<string>;
  readonly specs: Set<string>;
  readonly variables: Set<string>;
  readonly pageVariables: Set<string>;
}

/** References of all parts of pages with the same conditions. */
export interface ReferenceGroup {
  /** The conditions that depend on the visitor. A visitor who meets all of them sees the parts. */
  readonly conditions: readonly string[];
  /** The variables that the conditions may use. */
  readonly scope: Scope;
  readonly references: References;
}

export function isGroupShown({ conditions, scope }: ReferenceGroup, claims: Claims): boolean {
  return conditions.every((condition) => isMet(condition, claims, scope));
}

/** The page whose parts are visited. */
interface VisitedPage {
  readonly variables: PageRecord["variables"];
  readonly scope: Scope;
  /** The references of the parts with these conditions. */
  readonly groups: Map<readonly string[], References>;
  /** The number of nodes of the reusable contents that the page includes. */
  includedNodes: number;
}

/** Collects the references of pages by the conditions to see them, as `evaluateDocument` applies these. */
export class ReferenceCollector {
  readonly #input: LinkIndexInput;
  readonly #variables: Readonly<Record<string, string>>;
  readonly #groups = new Map<string, ReferenceGroup>();
  readonly #reusableContents = new Map<string, Promise<DocumentLinks | undefined>>();
  /** The number of nodes of the reusable contents that were already added to a group. */
  readonly #included = new Map<string, number>();

  constructor(input: LinkIndexInput, variables: Readonly<Record<string, string>>) {
    this.#input = input;
    this.#variables = variables;
  }

  get groups(): ReferenceGroup[] {
    return [...this.#groups.values()];
  }

  /** Adds a page with its own conditions and those of its ancestors. */
  async addPage(record: PageRecord, conditions: readonly string[], document: DocumentLinks | undefined) {
    const { cover, target, variables } = record;
    const scope = { space: { vars: this.#variables }, page: { vars: variables ?? {} } };
    const page = { variables, scope, groups: new Map(), includedNodes: 0 };
    for (const ref of [cover?.ref, cover?.refDark, target])
      if (ref?.kind === "file") this.#groupOf(page, conditions).files.add(ref.file);
    if (document !== undefined) await this.#addDocument(page, document, conditions, []);
  }

  async #addDocument(
    page: VisitedPage,
    { links, expressions, conditions }: DocumentLinks,
    outer: readonly string[],
    enclosing: readonly string[],
  ): Promise<void> {
    const inner = this.#conditionsInside(page, conditions, outer);
    const conditionsAt = (index: number | undefined) => (index === undefined ? outer : inner[index]);
    for (const { expression, condition } of expressions) {
      const parsed = parseCondition(expression);
      const shown = conditionsAt(condition);
      if (shown === undefined || parsed === undefined) continue;
      const group = this.#groupOf(page, shown);
      for (const name of membersRead(parsed, "space.vars", page.scope)) group.variables.add(name);
      for (const name of membersRead(parsed, "page.vars", page.scope)) group.pageVariables.add(name);
    }
    for (const { ref, condition } of links) {
      const shown = conditionsAt(condition);
      if (shown === undefined) continue;
      if (ref.kind === "openapi") this.#groupOf(page, shown).specs.add(ref.spec);
      else if (ref.kind === "file" && (ref.space ?? this.#input.spaceId) === this.#input.spaceId)
        this.#groupOf(page, shown).files.add(ref.file);
      else if (ref.kind === "reusable-content" && ref.space === undefined)
        await this.#include(page, ref.reusableContent, shown, enclosing);
    }
  }

  /** The conditions of each conditional part that depend on the visitor; undefined for a part that is never shown. */
  #conditionsInside(page: VisitedPage, conditions: DocumentLinks["conditions"], outer: readonly string[]) {
    const inside: (readonly string[] | undefined)[] = [];
    for (const { expression = "", within } of conditions) {
      const enclosing = within === undefined ? outer : inside[within];
      const parsed = parseCondition(expression);
      if (enclosing === undefined || parsed === undefined) inside.push(undefined);
      else if (rootsIn(expression).has("visitor")) inside.push([...enclosing, expression]);
      else inside.push(evaluateExpression(parsed, page.scope) ? enclosing : undefined);
    }
    return inside;
  }

  /** Nodes under unmet conditions count, so a page near the limit may include more than is added here. */
  async #include(
    page: VisitedPage,
    name: string,
    conditions: readonly string[],
    enclosing: readonly string[],
  ): Promise<void> {
    if (enclosing.includes(name) || enclosing.length >= maxIncludeDepth) return;
    // For all pages without variables, the result is the same.
    const isShared = enclosing.length === 0 && page.variables === undefined;
    const key = isShared ? JSON.stringify([name, ...conditions]) : "";
    const known = this.#included.get(key);
    if (known !== undefined && page.includedNodes + known <= maxIncludedNodes) {
      page.includedNodes += known;
      return;
    }
    const document = await this.#findReusableContent(name);
    if (document === undefined || page.includedNodes >= maxIncludedNodes) return;
    const before = page.includedNodes;
    page.includedNodes += document.nodes;
    if (page.includedNodes > maxIncludedNodes) return;
    await this.#addDocument(page, document, conditions, [...enclosing, name]);
    if (isShared && page.includedNodes < maxIncludedNodes)
      this.#included.set(key, page.includedNodes - before);
  }

  #findReusableContent(name: string): Promise<DocumentLinks | undefined> {
    return this.#reusableContents.getOrInsertComputed(name, async () => {
      const { content, readDocumentLinks } = this.#input;
      const hash = (await findReusableContent(content, name))?.value.document;
      return hash === undefined ? undefined : (await readDocumentLinks([hash])).get(hash);
    });
  }

  #groupOf({ scope, variables, groups }: VisitedPage, conditions: readonly string[]): References {
    return groups.getOrInsertComputed(conditions, () => {
      const readPage = conditions.some((condition) => rootsIn(condition).has("page"));
      const key = JSON.stringify([conditions, readPage ? variables : null]);
      const references = {
        files: new Set<string>(),
        specs: new Set<string>(),
        variables: new Set<string>(),
        pageVariables: new Set<string>(),
      };
      return this.#groups.getOrInsert(key, { conditions, scope, references }).references;
    });
  }
}

function rootsIn(condition: string): ReadonlySet<string> {
  const parsed = parseCondition(condition);
  return parsed === undefined ? new Set() : rootsOf(parsed);
}
