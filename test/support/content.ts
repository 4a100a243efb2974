import { applyChanges, type BatchResult } from "../../src/content/changes/apply-changes.ts";
import type { Change } from "../../src/content/changes/change.ts";
import { readDocumentMarkdown } from "../../src/content/document-store/document-store.ts";
import {
  type Content,
  emptyContent,
  openContent,
  openDraft,
  rootOf,
} from "../../src/content/model/content.ts";
import { inMemoryNodes, type Nodes } from "../../src/content/nodes/nodes.ts";
import { findByPath, findPage, type PageBranch, readTree } from "../../src/content/pages/read-pages.ts";

/** Content in memory with its history. */
export class TestContent {
  readonly nodes: Nodes;
  readonly history: string[];
  #ids = 0;
  #minutes = 0;

  constructor(nodes: Nodes = inMemoryNodes()) {
    this.nodes = nodes;
    this.history = [rootOf(emptyContent(nodes))];
  }

  get root(): string {
    return this.history.at(-1) ?? "";
  }

  async open(root = this.root): Promise<Content> {
    return openContent(this.nodes, root);
  }

  /** Applies a batch of changes atomically. */
  async apply(...changes: Change[]): Promise<BatchResult> {
    const base = await this.open();
    const draft = openDraft(base);
    const result = await applyChanges(base, draft, changes, {
      now: new Date(Date.UTC(2030, 0, 1, 0, this.#minutes++)).toISOString(),
      newId: () => `id${String(this.#ids++).padStart(5, "0")}`,
      revision: async (id) => {
        const root = id ?? this.history.at(-2);
        return root === undefined || !this.history.includes(root) ? undefined : this.open(root);
      },
    });
    this.history.push(rootOf(draft));
    return result;
  }

  /** Inserts one page and returns its id. */
  async page(title: string, fields: object = {}): Promise<string> {
    const { pages } = await this.apply({ operation: "insert_page", title, ...fields });
    return pages[0]?.id ?? "";
  }

  async markdown(id: string): Promise<string> {
    const content = await this.open();
    return readDocumentMarkdown(content, id, (await findPage(content, id))?.document);
  }

  async record(id: string) {
    const record = await findPage(await this.open(), id);
    if (record === undefined) throw new Error(`page ${id} does not exist`);
    return record;
  }

  async pageAt(path: string): Promise<string | undefined> {
    return findByPath(await this.open(), path);
  }

  /** The tree as text: `a(b c(d)) e`. */
  async outline(
    show: (page: PageBranch) => string = ({ path }) => path.split("/").at(-1) ?? "",
  ): Promise<string> {
    const text = (pages: readonly PageBranch[]): string =>
      pages
        .map((page) => show(page) + (page.children.length > 0 ? `(${text(page.children)})` : ""))
        .join(" ");
    return text(await readTree(await this.open()));
  }
}
