import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TestContent } from "../../../test/support/content.ts";
import { createRandom, type Random } from "../../../test/support/random.ts";
import type { Change } from "../changes/change.ts";
import { readRecords } from "../model/content.ts";
import { createNodeCache, Nodes } from "../nodes/nodes.ts";
import type { LinkIndexInput } from "./collect-links.ts";
import { findDocumentLinks } from "./document-links.ts";
import type { LinkIndex } from "./link-index.ts";
import { buildLinkIndex, findBacklinks, readLinkIndex } from "./read-link-index.ts";

/** Content whose nodes and indexes are cached. */
class CachedContent extends TestContent {
  /** The number of documents whose links were read. */
  documentsRead = 0;

  constructor() {
    super(new Nodes({ load: async () => new Map() }, createNodeCache(100 * 1024 * 1024)));
  }

  async indexInput(root = this.root): Promise<LinkIndexInput> {
    const readDocumentLinks: LinkIndexInput["readDocumentLinks"] = async (hashes) => {
      this.documentsRead += hashes.length;
      const links = new Map<string, Awaited<ReturnType<typeof findDocumentLinks>>>();
      for (const hash of hashes) links.set(hash, await findDocumentLinks(this.nodes, hash));
      return links;
    };
    return { content: await this.open(root), spaceId: "here", readDocumentLinks };
  }
}

async function describeIndex(index: LinkIndex) {
  const entries = await index.readAfter(undefined, Number.POSITIVE_INFINITY);
  return {
    count: index.count,
    entries,
    uncertain: await index.readUncertain(),
    pathSources: [...index.pathSources].sort(),
  };
}

const slugs = ["a", "b", "c", "d", "e", "f"];

function randomMarkdown(random: Random, ids: readonly string[]): string {
  const destination = () => {
    const [slug, id] = [random.pick(slugs), random.pick(["none", ...ids])];
    const target = random.pick([
      `${slug}.md`,
      `../${slug}.md`,
      `${slug}/${random.pick(slugs)}.md`,
      `/pages/${id}`,
      `/pages/${slug}`,
      `/spaces/here/pages/${id}`,
      `https://app.gitbook.com/s/here/${slug}`,
      `https://x.example/${slug}`,
      "README.md",
      `${slug}/README.md`,
      `/pages/README.md`,
      `/files/${random.pick(files)}`,
      `https://app.gitbook.com/s/other/${slug}`,
    ]);
    return random.chance(0.5) ? target : `${target}#${random.pick(["one", "two"])}`;
  };
  const blocks = Array.from({ length: random.below(4) }, () =>
    random.chance(0.3)
      ? random.pick([
          "# One",
          "# Two",
          ...included.map((name) => `{% include "/reusable-contents/${name}" %}`),
        ])
      : random.pick(["[link](D)", "![image](D)", '{% file src="D" %}']).replace("D", destination()),
  );
  return ["Text [self](#one)", ...blocks].join("\n\n");
}

function randomChange(random: Random, ids: readonly string[]): Change {
  const document = { markdown: randomMarkdown(random, ids) };
  const page = random.pick(["", ...ids]);
  if (random.chance(0.1)) return randomPartChange(random, document);
  if (random.chance(0.1) && page !== "") return { operation: "revert_page", page };
  if (random.chance(0.1) && page !== "")
    return { operation: "update_page", page, into: random.pick([null, ...ids]), at: random.below(3) };
  if (page === "" || random.chance(0.2)) {
    const into = random.chance(0.5) && page !== "" ? { into: page } : {};
    return { operation: "insert_page", title: random.pick(slugs), document, ...into };
  }
  if (random.chance(0.15)) return { operation: "delete_page", page };
  if (random.chance(0.4)) return { operation: "update_page", page, slug: random.pick(slugs) };
  return { operation: "update_page", page, document };
}

const files = ["file1", "file2", "file3"];
const included = ["reusable1", "reusable2"];

/** A change of a file, a reusable content or a group of pages. */
function randomPartChange(random: Random, document: { readonly markdown: string }): Change {
  const [file, reusableContent] = [random.pick(files), random.pick(included)];
  const record = {
    name: `${file}.png`,
    contentType: "image/png",
    size: 1,
    blob: "b",
    internal: { id: file },
  };
  return random.pick<Change>([
    { operation: "insert_files", files: [record] },
    { operation: "update_file", file, name: random.pick(slugs) },
    { operation: "delete_file", file },
    {
      operation: "insert_reusable_content",
      title: reusableContent,
      internal: { id: reusableContent },
      document,
    },
    { operation: "update_reusable_content", reusableContent, document },
    { operation: "delete_reusable_content", reusableContent },
    { operation: "insert_page", type: "group", title: random.pick(slugs), at: 0 },
    { operation: "insert_page", type: "link", title: "Link", target: { kind: "file", file } },
    { operation: "set_variables", variables: { a: random.pick(slugs) } },
  ]);
}

describe("the links of a changed content", () => {
  for (const seed of [1, 2])
    test(`are derived from those before as if all were read again, seed ${seed}`, async () => {
      const random = createRandom(seed);
      const content = new CachedContent();
      for (let i = 0; i < 40; i++)
        await content.page(`${random.pick(slugs)} ${i}`, { document: { markdown: "Text" } });
      for (let step = 0; step < 80; step++) {
        const ids = (await readRecords(await content.open(), "pages")).map(({ key }) => key);
        await content.apply(randomChange(random, ids)).catch(() => undefined);
        const root = random.chance(0.2) ? random.pick(content.history) : content.root;
        const input = await content.indexInput(root);
        const [derived, read] = [await readLinkIndex(input), await buildLinkIndex(input)];
        assert.deepEqual(await describeIndex(derived), await describeIndex(read));
      }
    });

  test("are read from the changed documents and those that link to them only", async () => {
    const content = new CachedContent();
    const pages: string[] = [];
    for (let i = 0; i < 300; i++) {
      const markdown = i === 0 ? "# One" : `[a](/pages/${pages[i - 1]}#one) [b](/pages/${pages[0]})`;
      pages.push(await content.page(`Page ${i}`, { document: { markdown } }));
    }
    const first = await readLinkIndex(await content.indexInput());
    assert.equal((await findBacklinks(await content.indexInput(), { page: pages[0] ?? "" })).length, 299);
    const before = content.documentsRead;
    await content.apply({ operation: "update_page", page: pages[0] ?? "", document: { markdown: "# Two" } });
    const second = await readLinkIndex(await content.indexInput());
    assert.ok(content.documentsRead - before < 10, `${content.documentsRead - before} documents were read`);
    assert.equal((await second.readUncertain()).length - (await first.readUncertain()).length, 1);
    assert.equal((await findBacklinks(await content.indexInput(), { page: pages[0] ?? "" })).length, 299);
  });

  test("with very many sources of one target are listed with some of them, and counted once", async () => {
    const content = new CachedContent();
    const target = await content.page("Target");
    const insertions = Array.from({ length: 1500 }, (_, i) => ({
      operation: "insert_page" as const,
      title: `Page ${i}`,
      document: { markdown: `[a](/pages/${target})${i === 7 ? " https://x.example" : ""}` },
    }));
    for (let i = 0; i < insertions.length; i += 50) await content.apply(...insertions.slice(i, i + 50));
    const index = await readLinkIndex(await content.indexInput());
    assert.equal(index.count, 2);
    const [entry, ...others] = await index.readAfter(undefined, 1);
    assert.deepEqual(others, []);
    assert.ok((entry?.sources.length ?? 0) >= 100);
    const [next] = await index.readAfter(entry?.key, 1);
    assert.deepEqual(next?.ref, { kind: "url", url: "https://x.example" });
    assert.equal((await findBacklinks(await content.indexInput(), { page: target })).length, 1500);
  });
});
