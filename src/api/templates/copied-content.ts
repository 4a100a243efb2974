import type { Change } from "../../content/changes/index.ts";
import {
  type Content,
  copyMarkdown,
  type FileRecord,
  findReusableContent,
  getRecords,
  type ReusableContentRecord,
  readVariables,
} from "../../content/index.ts";
import { replaceLinks } from "../../content/links/index.ts";
import { allDestinations, findFrontMatterDestinations } from "../../content/markdown/index.ts";
import { slugOf } from "../../content/pages/index.ts";
import { newId } from "../../platform/index.ts";

interface CopiedSpace {
  readonly id: string;
  readonly content: Content;
}

/**
 * What documents need when they are copied into another space: their files are copied; the reusable contents and variables that they use
 * are copied if the other space has none of the same name.
 */
export class CopiedContent {
  readonly #from: CopiedSpace;
  readonly #to: Content;
  readonly #files = new Set<string>();
  readonly #variables = new Set<string>();
  /** The destinations of reusable contents in the other space, by their ids in this one. */
  readonly #included = new Map<string, string>();
  readonly #waiting: { readonly id: string; readonly record: ReusableContentRecord }[] = [];

  constructor(from: CopiedSpace, to: Content) {
    this.#from = from;
    this.#to = to;
  }

  refOfFile(id: string): string {
    this.#files.add(id);
    return `template~${id}`;
  }

  /** The Markdown of a document as it is in the other space. */
  async copyDocument(hash: string | undefined): Promise<string> {
    const { id, content } = this.#from;
    const markdown = await copyMarkdown(content.nodes, hash, (target) =>
      "page" in target ? `/spaces/${id}/pages/${target.page}` : `./${this.refOfFile(target.file)}`,
    );
    for (const [, name, quoted] of markdown.matchAll(variablePattern))
      this.#variables.add(name ?? quoted ?? "");
    return this.#copyIncludes(markdown);
  }

  /** The files that documents use. */
  files(): Promise<ReadonlyMap<string, FileRecord>> {
    return getRecords(this.#from.content, "files", this.#files);
  }

  /** The changes that insert what the documents use. Reusable contents may use others. */
  async changes(): Promise<Change[]> {
    const reusableContents: Change[] = [];
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { id, record } = next;
      const document = { markdown: await this.copyDocument(record.document) };
      const { title } = record;
      reusableContents.push({ operation: "insert_reusable_content", title, internal: { id }, document });
    }
    const files = Array.from(await this.files(), ([id, file]) => ({ ...file, ref: this.refOfFile(id) }));
    const variables = await this.#usedVariables();
    return [
      ...(files.length > 0 ? [{ operation: "insert_files" as const, files }] : []),
      ...(Object.keys(variables).length > 0
        ? [{ operation: "set_variables" as const, variables, internal: { onlyNew: true as const } }]
        : []),
      ...reusableContents,
    ];
  }

  async #copyIncludes(markdown: string): Promise<string> {
    if (!/\{% *include/.test(markdown)) return markdown;
    const edits = [];
    for (const { at, text } of await allDestinations(markdown, await findFrontMatterDestinations(markdown))) {
      const isInclude = /\{% *include +"$/.test(markdown.slice(Math.max(0, at - 40), at));
      const path = isInclude ? await this.#include(text) : undefined;
      if (path !== undefined) edits.push({ at, length: text.length, path });
    }
    return replaceLinks(markdown, edits, ({ path }) => path);
  }

  /** The destination of a reusable content in the other space; undefined if it does not exist. */
  async #include(written: string): Promise<string | undefined> {
    const [, name = written] = /^\/reusable-contents\/([^/]+)$/.exec(written) ?? [];
    const found = await findReusableContent(this.#from.content, name);
    if (found === undefined) return undefined;
    const known = this.#included.get(found.key);
    if (known !== undefined) return known;
    const existing = await findReusableContent(this.#to, `includes/${slugOf(found.value.title)}.md`);
    const id = existing?.key ?? newId();
    if (existing === undefined) this.#waiting.push({ id, record: found.value });
    const path = `/reusable-contents/${id}`;
    this.#included.set(found.key, path);
    return path;
  }

  async #usedVariables(): Promise<Record<string, string>> {
    const all = this.#variables.size === 0 ? {} : await readVariables(this.#from.content);
    return Object.fromEntries(Object.entries(all).filter(([name]) => this.#variables.has(name)));
  }
}

/** The variables of the space that expressions and conditions read. */
const variablePattern = /\bspace\.vars(?:\.([\w-]{1,100})|\[ ?["']([^"'\]]{1,100})["'] ?\])/g;
