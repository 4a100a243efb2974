import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TestContent } from "../../../test/support/content.ts";
import { LecternError } from "../../platform/errors.ts";
import { readDocumentMarkdown } from "../document-store/document-store.ts";
import { readEntries } from "../map/read-map.ts";
import { patchFrontMatter, readFrontMatter } from "../markdown/front-matter.ts";
import { leadingHeading } from "../markdown/heading.ts";
import type { Content } from "../model/content.ts";
import type { PageAttributes, PageRecord, ReusableContentRecord } from "../model/records.ts";
import { type PageBranch, readTree } from "../pages/read-pages.ts";
import { numberedSlug, slugOf, slugPattern } from "../pages/slug.ts";
import type { AuthoredAttributes, Change, InsertPage, UpdatePage } from "./change.ts";

type Loose<T> = { readonly [K in keyof T]: T[K] | undefined };
type Fields = Omit<PageRecord, "parent" | "order" | "document">;
interface Page {
  readonly id: string;
  readonly parent: string;
  readonly fields: Fields;
  readonly document: string;
}

function reject(): never {
  throw new LecternError(409, "rejected by the model");
}

/** A simple reference implementation: a list of pages in sibling order. Every batch is applied to a copy. */
class Model {
  pages: Page[] = [];
  others = new Map<string, unknown>();
  #ids = 0;
  #minutes = 0;
  #now = "";
  #refs = new Map<string, string>();

  /** Applies a batch. Returns false if it is invalid. */
  async apply(changes: readonly Change[]): Promise<boolean> {
    const before = structuredClone({ pages: this.pages, others: this.others });
    this.#now = new Date(Date.UTC(2030, 0, 1, 0, this.#minutes++)).toISOString();
    this.#refs = new Map();
    const ids = changes.map(({ operation }) => (/insert_(page|files)/.test(operation) ? this.#newId() : ""));
    const paths = this.#siblings("").map(({ fields }) => fields.slug);
    try {
      for (const [i, change] of changes.entries()) {
        if (change.operation !== "insert_page" || change.ref === undefined) continue;
        if (this.#refs.has(change.ref) || paths.includes(change.ref)) reject();
        this.#refs.set(change.ref, ids[i] ?? "");
      }
      for (const [i, change] of changes.entries()) await this.#applyChange(change, ids[i] ?? "");
      return true;
    } catch (error) {
      assert.ok(error instanceof LecternError);
      Object.assign(this, before);
      return false;
    }
  }

  tree(parent = ""): object[] {
    return this.#siblings(parent).map((page) => ({ ...page, children: this.tree(page.id) }));
  }

  async #applyChange(change: Change, id: string): Promise<void> {
    switch (change.operation) {
      case "insert_page":
        return this.#insert(change, id);
      case "update_page":
        return this.#update(change);
      case "delete_page":
        return this.#delete(this.#find(change.page).id);
      case "insert_files":
        return this.#set(`files ${id}`, change.files[0] ?? {});
      case "update_file":
        return this.#set(`files ${change.file}`, { name: change.name }, true);
      case "delete_file":
        return this.#set(`files ${change.file}`, undefined, true);
      case "set_variables":
        for (const [name, value] of Object.entries(change.variables))
          this.#set(`variables ${name}`, value === null ? undefined : { value });
        return;
      case "insert_reusable_content":
        return this.#set(`reused ${this.#newId()}`, { document: "", ...textOf(change) });
      case "update_reusable_content":
        return this.#set(`reused ${change.reusableContent}`, textOf(change), true);
      case "delete_reusable_content":
        return this.#set(`reused ${change.reusableContent}`, undefined, true);
      case "revert_page":
        return reject();
    }
  }

  #set(name: string, value: object | undefined, mustExist = false): void {
    if (mustExist && !this.others.has(name)) reject();
    if (value === undefined) this.others.delete(name);
    else this.others.set(name, { ...(this.others.get(name) ?? {}), ...value });
  }

  async #insert(change: InsertPage, id: string): Promise<void> {
    const { type = "document", target, into, at, slug, document: { markdown = "" } = {} } = change;
    if ((type !== "document" && markdown !== "") || (type === "link") !== (target !== undefined)) reject();
    const front = await frontOf(markdown);
    const title = front.title ?? change.title ?? headingOf(markdown) ?? "Untitled";
    const parent = this.#parentFor(type, into ?? "");
    if (slug && type !== "link") this.#checkSlug(parent, slug);
    const newSlug = type === "link" ? "" : slug || this.#freeSlug(parent, slugOf(title));
    const required = { type, title, slug: newSlug, createdAt: this.#now, updatedAt: this.#now };
    const fields = withoutEmpty({ ...attributesOf(change), ...front, ...required });
    this.#put({ id, parent, fields, document: markdown }, at);
  }

  async #update(change: UpdatePage): Promise<void> {
    const { into, at, slug, title, hidden, document: { markdown } = {} } = change;
    const page = this.#find(change.page);
    const { id, parent, fields: before } = page;
    if ((markdown && before.type !== "document") || (change.target && before.type !== "link")) reject();
    const fields = { ...before, ...attributesOf(change), ...(await frontOf(markdown ?? "")) } as Fields;
    const isKept = slug === undefined || before.type === "link";
    const preferred = isKept ? before.slug : slug || slugOf(fields.title);
    const document = markdown ?? (await patchFrontMatter(page.document, { title, hidden }));
    const to = into === undefined ? parent : this.#resolveRef(into ?? "");
    if (to !== parent) this.#parentFor(before.type, to);
    if (this.#isIn(to, id)) reject();
    const index = this.pages.indexOf(page);
    this.pages.splice(index, 1);
    if (!isKept && slug !== "") this.#checkSlug(to, preferred);
    const after = withoutEmpty({ ...fields, slug: this.#freeSlug(to, preferred), updatedAt: this.#now });
    const updated = { ...page, parent: to, fields: after, document };
    if (to === parent && at === undefined) this.pages.splice(index, 0, updated);
    else this.#put(updated, at);
  }

  #delete(top: string): void {
    this.pages = this.pages.filter(({ id }) => !this.#isIn(id, top));
  }

  #newId = () => `id${String(this.#ids++).padStart(5, "0")}`;
  #resolveRef = (name: string) => this.#refs.get(name) ?? name;
  #siblings = (parent: string) => this.pages.filter((page) => page.parent === parent);
  #find = (name: string) => this.pages.find(({ id }) => id === this.#resolveRef(name)) ?? reject();
  #isIn = (id: string, top: string): boolean =>
    id === top || this.pages.some((page) => page.id === id && this.#isIn(page.parent, top));

  #put(page: Page, at = Number.POSITIVE_INFINITY): void {
    const next = this.#siblings(page.parent)[at];
    this.pages.splice(next === undefined ? this.pages.length : this.pages.indexOf(next), 0, page);
  }

  #parentFor(type: string, name: string): string {
    if (name === "") return "";
    const { id, fields } = this.#find(name);
    return type === "group" || fields.type === "link" ? reject() : id;
  }

  #checkSlug(parent: string, slug: string): void {
    if (!slugPattern.test(slug) || slug === "." || slug === "..") reject();
    if (this.#siblings(parent).some(({ fields }) => fields.slug === slug)) reject();
  }

  #freeSlug(parent: string, slug: string): string {
    const usedSlugs = this.#siblings(parent).map(({ fields }) => fields.slug);
    if (slug === "" || !usedSlugs.includes(slug)) return slug;
    const start = numberedSlug(slug, 1).slice(0, -1);
    let number = usedSlugs.filter((other) => other.startsWith(start)).length + 1;
    while (usedSlugs.includes(numberedSlug(slug, number))) number++;
    return numberedSlug(slug, number);
  }
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

const textOf = ({ title, document }: Pick<UpdatePage, "title" | "document">) =>
  defined({ title, document: document?.markdown });
const attributesOf = ({ title, hidden, description, layout, variables, target }: Loose<AuthoredAttributes>) =>
  defined({ title, hidden, description, layout, variables, target }) as PageAttributes;

function headingOf(markdown: string): string | undefined {
  return (
    Array.from(leadingHeading(markdown) ?? "")
      .slice(0, 512)
      .join("") || undefined
  );
}

async function frontOf(markdown: string): Promise<Pick<PageAttributes, "title" | "hidden">> {
  const { title: written, hidden } = (await readFrontMatter(markdown)) ?? {};
  const title = written?.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected
  return title === "" || /[\u0000-\u001f\u007f]/.test(title ?? "")
    ? reject()
    : attributesOf({ title, hidden });
}

function withoutEmpty({ title, slug, ...fields }: Fields): Fields {
  const isEmpty = (value: unknown) => ['""', "false", "{}", "null"].includes(JSON.stringify(value));
  const kept = Object.entries(fields).filter(([, value]) => !isEmpty(value));
  return { ...(Object.fromEntries(kept) as unknown as Fields), title, slug };
}

/** Reads the content of the engine in the form of the model. */
async function readAll(content: Content): Promise<{ pages: object[]; others: Map<string, unknown> }> {
  const { nodes, roots } = content;
  const page = async ({ id, record, children }: PageBranch): Promise<object> => {
    const { parent, order, document: hash, ...fields } = record;
    const document = await readDocumentMarkdown(content, id, hash);
    return { id, parent, fields, document, children: await Promise.all(children.map(page)) };
  };
  const others = new Map<string, unknown>();
  for (const { key, value } of await readEntries(nodes, roots.files)) others.set(`files ${key}`, value);
  for (const { key, value } of await readEntries(nodes, roots.variables))
    others.set(`variables ${key}`, { value });
  for (const { key, value } of await readEntries<ReusableContentRecord>(nodes, roots.reusableContents)) {
    const document = await readDocumentMarkdown(content, undefined, value.document);
    others.set(`reused ${key}`, { title: value.title, document });
  }
  return { pages: await Promise.all((await readTree(content)).map(page)), others };
}

const titles = ["A", "a", "Über", "你好", "🎉", "", " ", "\u0301", "__proto__", "\u202e", "x".repeat(300)];
const title = fc
  .oneof(fc.string({ unit: "binary", maxLength: 8 }), fc.constantFrom(...titles))
  .map((text) => text.replace(/[\0\n]/g, " "));
const slugs = [
  "a",
  "a-1",
  "a-2",
  "Ä",
  "README",
  "x.md",
  "你好",
  "~._-",
  "",
  "",
  "é".repeat(100),
  "a/b",
  "..",
];
const slug = fc.oneof(fc.integer({ min: 10, max: 90 }).map(String), fc.constantFrom(...slugs));
const texts = ["", "# H\r\ntext", "---\nhidden: true\n---\n# H", "---\nhidden: 1\n---\n", "---\nx\n---\n"];
const front = title.map((text) => `---\nhidden: false\ntitle: ${JSON.stringify(text)} # x\n---\ntext\r\n`);
const markdown = fc.oneof(fc.string({ unit: "binary", maxLength: 50 }), fc.constantFrom(...texts), front);
const onPages = fc.constantFrom("insert_page", "insert_page", "update_page", "update_page", "delete_page");
const onFiles = fc.constantFrom("insert_files", "update_file", "delete_file", "set_variables");
const onReusables = fc.constantFrom("insert", "update", "delete").map((verb) => `${verb}_reusable_content`);

type ChangeInput = typeof changeInput extends fc.Arbitrary<infer T> ? T : never;
/** The fields of all changes. Pages and files are numbers, which `changeOf` maps to ids. */
const changeInput = fc.record(
  {
    operation: fc.oneof({ weight: 5, arbitrary: onPages }, onFiles, onReusables),
    of: fc.nat(99),
    isInvalid: fc.integer({ min: 0, max: 40 }).map((number) => number === 20),
    type: fc.constantFrom("document", "document", "document", "group", "link"),
    title,
    slug,
    markdown,
    into: fc.option(fc.nat(99)),
    at: fc.nat(9),
    ref: fc.oneof(fc.integer({ min: 10, max: 90 }).map(String), fc.constant("a")),
    hidden: fc.boolean(),
    description: fc.constantFrom("", "text", "two\nlines"),
    layout: fc.constantFrom({}, null, { outline: false }, { width: "wide", cover: true }),
    variables: fc.dictionary(fc.constantFrom("a", "__proto__", "10", "9"), title, { noNullPrototype: true }),
  },
  { requiredKeys: ["operation", "of", "isInvalid"] },
);

/** Makes a change. The engine ignores the fields of other operations. */
function changeOf(
  model: Model,
  { of, isInvalid, into, markdown, ...fields }: ChangeInput,
  refs: string[],
): Change {
  const { operation, type = "document", title = "", variables = {} } = fields;
  const ids = [...model.pages.map(({ id }) => id), ...refs];
  const named = (kind: string) => [...model.others.keys()].flatMap((name) => name.split(`${kind} `)[1] ?? []);
  const pick = (names: string[], number: number) => (isInvalid ? "?" : (names[number % names.length] ?? "?"));
  const isLink = operation === "insert_page" && type === "link";
  return {
    ...fields,
    ...(operation.includes("reusable") && { title }),
    variables: operation === "set_variables" && of < 20 ? { ...variables, a: null } : variables,
    ...(into !== undefined && { into: into === null || type === "group" ? null : pick(ids, into) }),
    ...(isLink !== isInvalid && { target: { kind: "url", url: "https://example.com" } }),
    ...((type === "document" || isInvalid) && { document: { markdown } }),
    name: `n${of}`,
    page: pick(ids, of),
    file: pick(named("files"), of),
    reusableContent: pick(named("reused"), of),
    files: [{ ...file, size: of }],
  } as unknown as Change;
}

const file = { name: "a", contentType: "image/png", size: 1, blob: "b" };
const first: Change[] = [
  ...["A", "B", "C", "D"].map((name) => ({ operation: "insert_page", title: name }) as const),
  { operation: "insert_files", files: [file] },
  { operation: "insert_reusable_content", title: "R" },
];

test("content equals a plain model after any valid and invalid batches", async () => {
  let [valid, invalid] = [0, 0];
  const batch = fc.array(changeInput, { minLength: 1, maxLength: 4, size: "max" });
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 40, size: "max" }), async (batches) => {
      const [content, model] = [new TestContent(), new Model()];
      await model.apply(first);
      await content.apply(...first);
      for (const inputs of batches) {
        const refs = inputs.map(({ operation, ref }) => (operation === "insert_page" && ref ? [ref] : []));
        const changes = inputs.map((input, i) => changeOf(model, input, refs.slice(0, i).flat()));
        const [before, isValid] = [content.root, await model.apply(changes)];
        const outcome = content.apply(...changes);
        await (isValid ? outcome : assert.rejects(outcome, LecternError));
        if (!isValid) assert.equal(content.root, before);
        isValid ? valid++ : invalid++;
        const { pages, others } = await readAll(await content.open());
        assert.deepEqual(pages, model.tree());
        assert.deepEqual(others, model.others);
      }
    }),
    { numRuns: 60 },
  );
  assert.ok(valid > invalid / 2 && invalid > valid / 9, `${valid} valid and ${invalid} invalid batches`);
});
