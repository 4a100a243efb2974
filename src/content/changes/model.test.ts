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

function refuse(): never {
  throw new LecternError(409, "refused by the model");
}

/** What the engine should do, as plainly as can be: siblings are in their order, every batch works on a copy. */
class Model {
  pages: Page[] = [];
  others = new Map<string, unknown>();
  #ids = 0;
  #minutes = 0;
  #now = "";
  #refs = new Map<string, string>();

  /** Whether the batch is a right one. */
  async apply(changes: readonly Change[]): Promise<boolean> {
    const before = structuredClone({ pages: this.pages, others: this.others });
    this.#now = new Date(Date.UTC(2030, 0, 1, 0, this.#minutes++)).toISOString();
    this.#refs = new Map();
    const ids = changes.map(({ operation }) => (/insert_(page|files)/.test(operation) ? this.#newId() : ""));
    const paths = this.#siblings("").map(({ fields }) => fields.slug);
    try {
      for (const [i, change] of changes.entries()) {
        if (change.operation !== "insert_page" || change.ref === undefined) continue;
        if (this.#refs.has(change.ref) || paths.includes(change.ref)) refuse();
        this.#refs.set(change.ref, ids[i] ?? "");
      }
      for (const [i, change] of changes.entries()) await this.#applyOne(change, ids[i] ?? "");
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

  async #applyOne(change: Change, id: string): Promise<void> {
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
        return refuse();
    }
  }

  #set(name: string, value: object | undefined, mustExist = false): void {
    if (mustExist && !this.others.has(name)) refuse();
    if (value === undefined) this.others.delete(name);
    else this.others.set(name, { ...(this.others.get(name) ?? {}), ...value });
  }

  async #insert(change: InsertPage, id: string): Promise<void> {
    const { type = "document", target, into, at, slug, document: { markdown = "" } = {} } = change;
    if ((type !== "document" && markdown !== "") || (type === "link") !== (target !== undefined)) refuse();
    const front = await frontOf(markdown);
    const title = front.title ?? change.title ?? headingOf(markdown) ?? "Untitled";
    const parent = this.#parentFor(type, into ?? "");
    if (slug && type !== "link") this.#checkSlug(parent, slug);
    const own = type === "link" ? "" : slug || this.#freeSlug(parent, slugOf(title));
    const always = { type, title, slug: own, createdAt: this.#now, updatedAt: this.#now };
    const fields = withoutEmpty({ ...given(change), ...front, ...always });
    this.#put({ id, parent, fields, document: markdown }, at);
  }

  async #update(change: UpdatePage): Promise<void> {
    const { into, at, slug, title, hidden, document: { markdown } = {} } = change;
    const page = this.#find(change.page);
    const { id, parent, fields: before } = page;
    if ((markdown && before.type !== "document") || (change.target && before.type !== "link")) refuse();
    const fields = { ...before, ...given(change), ...(await frontOf(markdown ?? "")) } as Fields;
    const isKept = slug === undefined || before.type === "link";
    const wanted = isKept ? before.slug : slug || slugOf(fields.title);
    const document = markdown ?? (await patchFrontMatter(page.document, { title, hidden }));
    const to = into === undefined ? parent : this.#named(into ?? "");
    if (to !== parent) this.#parentFor(before.type, to);
    if (this.#isIn(to, id)) refuse();
    const place = this.pages.indexOf(page);
    this.pages.splice(place, 1);
    if (!isKept && slug !== "") this.#checkSlug(to, wanted);
    const after = withoutEmpty({ ...fields, slug: this.#freeSlug(to, wanted), updatedAt: this.#now });
    const whole = { ...page, parent: to, fields: after, document };
    if (to === parent && at === undefined) this.pages.splice(place, 0, whole);
    else this.#put(whole, at);
  }

  #delete(top: string): void {
    this.pages = this.pages.filter(({ id }) => !this.#isIn(id, top));
  }

  #newId = () => `id${String(this.#ids++).padStart(5, "0")}`;
  #named = (name: string) => this.#refs.get(name) ?? name;
  #siblings = (parent: string) => this.pages.filter((page) => page.parent === parent);
  #find = (name: string) => this.pages.find(({ id }) => id === this.#named(name)) ?? refuse();
  #isIn = (id: string, top: string): boolean =>
    id === top || this.pages.some((page) => page.id === id && this.#isIn(page.parent, top));

  #put(page: Page, at = Number.POSITIVE_INFINITY): void {
    const next = this.#siblings(page.parent)[at];
    this.pages.splice(next === undefined ? this.pages.length : this.pages.indexOf(next), 0, page);
  }

  #parentFor(type: string, name: string): string {
    if (name === "") return "";
    const { id, fields } = this.#find(name);
    return type === "group" || fields.type === "link" ? refuse() : id;
  }

  #checkSlug(parent: string, slug: string): void {
    if (!slugPattern.test(slug) || slug === "." || slug === "..") refuse();
    if (this.#siblings(parent).some(({ fields }) => fields.slug === slug)) refuse();
  }

  #freeSlug(parent: string, slug: string): string {
    const taken = this.#siblings(parent).map(({ fields }) => fields.slug);
    if (slug === "" || !taken.includes(slug)) return slug;
    const start = numberedSlug(slug, 1).slice(0, -1);
    let number = taken.filter((other) => other.startsWith(start)).length + 1;
    while (taken.includes(numberedSlug(slug, number))) number++;
    return numberedSlug(slug, number);
  }
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

const textOf = ({ title, document }: Pick<UpdatePage, "title" | "document">) =>
  defined({ title, document: document?.markdown });
const given = ({ title, hidden, description, layout, variables, target }: Loose<AuthoredAttributes>) =>
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that no title has
  return title === "" || /[\u0000-\u001f\u007f]/.test(title ?? "") ? refuse() : given({ title, hidden });
}

function withoutEmpty({ title, slug, ...fields }: Fields): Fields {
  const isEmpty = (value: unknown) => ['""', "false", "{}", "null"].includes(JSON.stringify(value));
  const kept = Object.entries(fields).filter(([, value]) => !isEmpty(value));
  return { ...(Object.fromEntries(kept) as unknown as Fields), title, slug };
}

/** The engine's content in the words of the model. */
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
const odd = ["a", "a-1", "a-2", "Ä", "README", "x.md", "你好", "~._-", "", "", "é".repeat(100), "a/b", ".."];
const slug = fc.oneof(fc.integer({ min: 10, max: 90 }).map(String), fc.constantFrom(...odd));
const texts = ["", "# H\r\ntext", "---\nhidden: true\n---\n# H", "---\nhidden: 1\n---\n", "---\nx\n---\n"];
const front = title.map((text) => `---\nhidden: false\ntitle: ${JSON.stringify(text)} # x\n---\ntext\r\n`);
const markdown = fc.oneof(fc.string({ unit: "binary", maxLength: 50 }), fc.constantFrom(...texts), front);
const onPages = fc.constantFrom("insert_page", "insert_page", "update_page", "update_page", "delete_page");
const onFiles = fc.constantFrom("insert_files", "update_file", "delete_file", "set_variables");
const onReusables = fc.constantFrom("insert", "update", "delete").map((verb) => `${verb}_reusable_content`);

type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;
/** Everything that any change may have; the names of what there is are still numbers. */
const wish = fc.record(
  {
    operation: fc.oneof({ weight: 5, arbitrary: onPages }, onFiles, onReusables),
    of: fc.nat(99),
    isWrong: fc.integer({ min: 0, max: 40 }).map((number) => number === 20),
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
  { requiredKeys: ["operation", "of", "isWrong"] },
);

/** Of all that was wished, the engine takes what belongs to the operation. */
function changeOf(model: Model, { of, isWrong, into, markdown, ...wished }: Wish, refs: string[]): Change {
  const { operation, type = "document", title = "", variables = {} } = wished;
  const ids = [...model.pages.map(({ id }) => id), ...refs];
  const named = (kind: string) => [...model.others.keys()].flatMap((name) => name.split(`${kind} `)[1] ?? []);
  const pick = (names: string[], number: number) => (isWrong ? "?" : (names[number % names.length] ?? "?"));
  const isLink = operation === "insert_page" && type === "link";
  return {
    ...wished,
    ...(operation.includes("reusable") && { title }),
    variables: operation === "set_variables" && of < 20 ? { ...variables, a: null } : variables,
    ...(into !== undefined && { into: into === null || type === "group" ? null : pick(ids, into) }),
    ...(isLink !== isWrong && { target: { kind: "url", url: "https://example.com" } }),
    ...((type === "document" || isWrong) && { document: { markdown } }),
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
  let [right, wrong] = [0, 0];
  const batch = fc.array(wish, { minLength: 1, maxLength: 4, size: "max" });
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 40, size: "max" }), async (batches) => {
      const [content, model] = [new TestContent(), new Model()];
      await model.apply(first);
      await content.apply(...first);
      for (const wishes of batches) {
        const refs = wishes.map(({ operation, ref }) => (operation === "insert_page" && ref ? [ref] : []));
        const changes = wishes.map((each, i) => changeOf(model, each, refs.slice(0, i).flat()));
        const [before, isRight] = [content.root, await model.apply(changes)];
        const outcome = content.apply(...changes);
        await (isRight ? outcome : assert.rejects(outcome, LecternError));
        if (!isRight) assert.equal(content.root, before);
        isRight ? right++ : wrong++;
        const { pages, others } = await readAll(await content.open());
        assert.deepEqual(pages, model.tree());
        assert.deepEqual(others, model.others);
      }
    }),
    { numRuns: 60 },
  );
  assert.ok(right > wrong / 2 && wrong > right / 9, `${right} batches were right, ${wrong} wrong`);
});
