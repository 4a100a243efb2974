import fc from "fast-check";
import {
  annotation,
  block,
  fragment,
  leaf,
  link,
  paragraph,
  text,
  textOf,
  voidBlock,
  voidInline,
} from "../../src/content/document/model/build.ts";
import {
  type Block,
  type Fragment,
  type Inline,
  type Mark,
  type Node,
  plainMarks,
} from "../../src/content/document/model/model.ts";
import type { ContentRef } from "../../src/content/document/model/references.ts";
import type { InlineData } from "../../src/content/document/model/schema.ts";

/** Separated by `¦`. */
const markdownTokens = [
  "a¦b¦word¦ ¦  ¦\n¦\t¦*¦_¦~¦~~¦`¦$¦$$¦[¦]¦(¦)¦!¦<¦>¦&¦&amp;¦\\¦:¦:tada:¦tada:¦#¦-¦+¦1.¦1)¦|¦=¦---¦\"¦'¦/¦%",
  "{%¦%}¦{% hint %}¦{% endhint %}¦<b>¦</b>¦<u>¦</u>¦<!--¦-->¦<div>¦<figure>¦</figure>¦</details>¦<br>",
  'https://x.y¦http¦://¦ftp://a¦www.¦www.a.b¦a@b.c¦@b.c¦<hr>¦<h2>¦</h2>¦<a name="x"></a>¦[^1]¦[^1]:¦[x]¦é¦漢¦\u00a0¦😀',
].flatMap((line) => line.split("¦"));

/** Text of characters that are special in Markdown. */
export const markdownText = fc
  .array(fc.constantFrom(...markdownTokens), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(""));
const visibleText = markdownText.filter((text) => text.trim() !== "");

const simpleMarks = plainMarks.map((type): Mark => ({ object: "mark", type }));
const colorMarks: Mark[] = [
  { object: "mark", type: "color", data: { text: "red", background: "default" } },
  { object: "mark", type: "color", data: { text: "default", background: "yellow" } },
];
const marks = fc
  .tuple(fc.subarray(simpleMarks, { maxLength: 3 }), fc.option(fc.constantFrom(...colorMarks), { freq: 3 }))
  .map(([simple, color]) => (color === null ? simple : [...simple, color]));
const textNodes = fc
  .array(fc.tuple(markdownText, marks), { minLength: 1, maxLength: 4 })
  .map((leaves) => textOf(leaves.map(([content, leafMarks]) => leaf(content, leafMarks))));

const refs = fc.constantFrom<ContentRef>(
  { kind: "url", url: "https://a.b/c d" },
  { kind: "url", url: "u(1)" },
  { kind: "url", url: "a&amp;b\\*" },
  { kind: "page", page: "p1" },
  { kind: "page", page: "p", space: "s" },
  { kind: "anchor", anchor: "x y", page: "p1" },
  { kind: "anchor", anchor: "top" },
  { kind: "file", file: "f1" },
  { kind: "space", space: "s1" },
  { kind: "user", user: "u1" },
);
const fileRefs = fc.constantFrom<Extract<ContentRef, { kind: "url" | "file" }>>(
  { kind: "url", url: "i.png" },
  { kind: "file", file: "f1" },
);

const inlineNode: fc.Arbitrary<Inline> = fc.oneof(
  fc
    .tuple(refs, textNodes, fc.option(visibleText, { nil: undefined, freq: 2 }))
    .map(([ref, inner, title]) => link(ref, [inner], title)),
  fc
    .tuple(refs, fileRefs)
    .map(([ref, src]) => link(ref, [voidInline("inline-image", { ref: src, size: "original" })])),
  fc
    .tuple(fileRefs, markdownText)
    .map(([ref, alt]) => voidInline("inline-image", { ref, alt, size: "original" })),
  fileRefs.map((ref) => voidInline("inline-image", { ref, size: "line" })),
  fc.constant(voidInline("emoji", { code: "1f389" })),
  fc.constantFrom(
    voidInline("icon", { icon: "gear" }),
    voidInline("icon", { icon: "gear", color: "$primary" }),
  ),
  visibleText.map((formula) => voidInline("inline-math", { formula })),
  visibleText.map((expression) => voidInline("expression", { expression })),
  refs.map((ref) => voidInline("mention", { ref })),
  fc
    .tuple(visibleText, refs)
    .map(([label, ref]) => voidInline("button", { label, kind: "primary", icon: "leaf", ref })),
  fc
    .tuple(
      visibleText,
      fc.constantFrom<InlineData["button"]["action"]>(
        { action: "ask" },
        { action: "search", query: 'a "b" & <c>' },
        { action: "select", slug: "npm" },
        undefined,
      ),
    )
    .map(([label, action]) =>
      voidInline("button", {
        label,
        kind: "secondary",
        size: "large",
        ...(action ? { action } : { ref: { kind: "url" as const, url: "" } }),
      }),
    ),
  fc.tuple(textNodes, fc.array(textNodes, { minLength: 1, maxLength: 2 })).map(([annotated, body]) =>
    annotation(
      [annotated],
      body.map((node) => paragraph([node])),
    ),
  ),
);
const inlineContent: fc.Arbitrary<Node[]> = fc.array(
  fc.oneof({ weight: 3, arbitrary: textNodes }, { weight: 1, arbitrary: inlineNode }),
  { minLength: 1, maxLength: 4 },
);

const alignments = fc.constantFrom(undefined, undefined, undefined, "center", "end");
const paragraphs = fc
  .tuple(inlineContent, alignments)
  .map(([nodes, align]) => block("paragraph", { align }, nodes));
const headings = fc
  .tuple(
    fc.constantFrom("heading-1", "heading-2", "heading-3"),
    inlineContent,
    alignments,
    fc.constantFrom(undefined, "a", "explicit"),
  )
  .map(([type, nodes, align, id]) => block(type, { id, align }, nodes));

const codeLines = fc
  .oneof(markdownText, fc.constantFrom("", "```", "~~~", "  x", "$$", "{% endcode %}", "</pre>", "<strong>"))
  .map((line) => line.replaceAll("\n", " "));
const inlinesInCode = [
  annotation([text(leaf("x"))], [paragraph([text(leaf("y"))])]),
  voidInline("expression", { expression: "a < b" }),
];
const codeBlocks = fc
  .record({
    lines: fc.array(fc.tuple(codeLines, fc.boolean()), { minLength: 1, maxLength: 3 }),
    syntax: fc.constantFrom(undefined, "js", "c++"),
    title: fc.option(visibleText, { nil: undefined }),
    isRich: fc.boolean(),
    options: fc.constantFrom(
      {},
      { lineNumbers: true },
      { overflow: "wrap" },
      { fullWidth: true },
      { expandable: true, collapsedLineCount: 5 },
    ),
  })
  .map(({ lines, syntax, title, isRich, options }) =>
    block(
      "code",
      { syntax, title, ...options },
      lines.map(([line, highlighted]) =>
        block("code-line", isRich && highlighted ? { highlighted } : {}, [
          text(leaf(line)),
          ...(isRich && !highlighted ? inlinesInCode : []),
        ]),
      ),
    ),
  );

const image = fc
  .record({
    ref: fileRefs,
    refDark: fc.option(fileRefs, { nil: undefined, freq: 2 }),
    alt: fc.option(markdownText, { nil: undefined }),
    width: fc.constantFrom(undefined, undefined, 300, { unit: "%" as const, value: 50 }),
    caption: fc.option(inlineContent, { nil: undefined }),
  })
  .map(({ caption, ...data }) =>
    voidBlock("image", data, caption === undefined ? [] : [fragment("caption", [paragraph(caption)])]),
  );
const images = fc
  .tuple(
    fc.array(image, { minLength: 1, maxLength: 2 }),
    fc.constantFrom({}, {}, { align: "right" }, { withFrame: true }),
  )
  .map(([nodes, data]) => block("images", data, nodes));

const openApi = { kind: "openapi", spec: "spec" } as const;
const voidBlocks = fc.oneof(
  fc.constantFrom(
    voidBlock("divider", {}),
    voidBlock("embed", { url: "https://x" }),
    voidBlock("drawing", { ref: { kind: "file", file: "f1" } }),
    voidBlock("reusable-content", { ref: { kind: "reusable-content", reusableContent: "r1" } }),
    voidBlock("swagger", { path: "/x", method: "get", ref: { kind: "file", file: "f1" } }),
    voidBlock("openapi-operation", { path: "/x", method: "get", ref: openApi }),
    voidBlock("openapi-webhook", { name: "x", method: "post", ref: openApi }),
    voidBlock("openapi-schemas", { schemas: ["A", "B"], grouped: true, ref: openApi }),
  ),
  fc.constantFrom("x", "a\nb", "  y\n", "").map((formula) => voidBlock("math", { formula })),
  refs.map((ref) => voidBlock("content-ref", { ref })),
  inlineContent.map((caption) =>
    voidBlock("file", { ref: { kind: "file", file: "f1" } }, [fragment("caption", [paragraph(caption)])]),
  ),
  markdownText.map((content) =>
    voidBlock("integration", {
      integration: "a",
      block: "b",
      props: { content, n: 1.5, list: [1, content], object: { x: null, y: content } },
      fullWidth: true,
    }),
  ),
);

const prompts = fc
  .tuple(codeBlocks, markdownText, fc.constantFrom({}, { icon: "leaf", openInAIProviders: true }))
  .map(([code, description, options]) =>
    block("prompt", { description: description.replaceAll("\n", " "), ...options }, [code]),
  );

/** Blocks that contain other blocks. */
function containers(blocks: fc.Arbitrary<Block[]>): fc.Arbitrary<Block>[] {
  const items = fc.array(fc.tuple(blocks, fc.boolean()), { minLength: 1, maxLength: 3 });
  return [
    fc.tuple(items, fc.constantFrom(1, 0, 7)).map(([list, start]) =>
      block(
        "list-ordered",
        start === 1 ? {} : { start },
        list.map(([nodes]) => block("list-item", {}, nodes)),
      ),
    ),
    fc.tuple(fc.constantFrom("list-unordered", "list-tasks"), items).map(([type, list]) =>
      block(
        type,
        {},
        list.map(([nodes, checked]) => block("list-item", type === "list-tasks" ? { checked } : {}, nodes)),
      ),
    ),
    blocks.map((nodes) => block("blockquote", {}, nodes)),
    fc
      .tuple(blocks, fc.constantFrom(undefined, "leaf"))
      .map(([nodes, icon]) => block("hint", { style: "warning", icon }, nodes)),
    blocks.map((nodes) => block("if", { expression: "a == 1" }, nodes)),
    fc
      .tuple(blocks, visibleText)
      .map(([nodes, title]) => block("tabs", {}, [block("tabs-item", { title: title.trim() }, nodes)])),
    blocks.map((nodes) =>
      block("stepper", {}, [block("stepper-step", {}, nodes), block("stepper-step", {}, nodes)]),
    ),
    blocks.map((nodes) =>
      block("columns", {}, [block("column", { width: { unit: "%" as const, value: 50 } }, nodes)]),
    ),
    fc
      .tuple(blocks, fc.constantFrom(undefined, [{ kind: "tag" as const, tag: "new-api" }]))
      .map(([nodes, tags]) =>
        block("updates", { format: "short" }, [
          block("update", { date: "2026-04-22T00:00:00.000Z", tags }, nodes),
          block("update", { date: "2026-04-21T10:30:00.000Z" }, nodes),
        ]),
      ),
    fc
      .tuple(inlineContent, blocks, fc.constantFrom({}, { defaultExpanded: true as const }))
      .map(([title, body, data]) =>
        voidBlock("expandable", data, [
          fragment("expandable-title", [paragraph(title)]),
          fragment("expandable-body", body),
        ]),
      ),
  ];
}

const cells: fc.Arbitrary<Block[]> = fc.oneof(
  inlineContent.map((nodes) => [paragraph(nodes)]),
  inlineContent.map((nodes) => [
    paragraph(nodes),
    block("list-unordered", {}, [block("list-item", {}, [paragraph(nodes)])]),
  ]),
);
const tables = fc
  .record({ title: markdownText, cells: fc.tuple(cells, cells), isWide: fc.boolean() })
  .map(({ title, cells: row, isWide }) => {
    const fragments = row.map((nodes, i): Fragment => fragment("table-cell", nodes, `x${i + 1}`));
    const column = (id: string, name: string, textAlignment: "left" | "center") => ({
      id,
      title: name,
      type: "text" as const,
      textAlignment,
    });
    const view = {
      type: "grid" as const,
      columns: ["c1", "c2"],
      hideHeader: false,
      ...(isWide && { columnWidths: { c1: 100 } }),
    };
    const definition = { c1: column("c1", title, "left"), c2: column("c2", "z", "center") };
    const records = { r1: { orderIndex: "a", values: { c1: "x1", c2: "x2" } } };
    return voidBlock("table", { view, records, definition }, fragments);
  });

const selectTables = fc
  .record({ title: markdownText, value: visibleText, label: visibleText, multiple: fc.boolean() })
  .map(({ title, value, label, multiple }) => {
    const line = (text: string) => text.replaceAll("\n", " ");
    const options = [
      { value: line(value), label: line(label), color: "green" },
      { value: "other", label: "Other, too", color: "default" },
    ];
    const view = { type: "grid" as const, columns: ["c1"], hideHeader: false };
    const definition = {
      c1: { id: "c1", title: line(title), type: "select" as const, multiple, options },
    };
    const records = {
      r1: { orderIndex: "a", values: { c1: [line(value), "other"] } },
      r2: { orderIndex: "b", values: {} },
    };
    return voidBlock("table", { view, records, definition }, []);
  });

const leafBlocks = [headings, codeBlocks, images, voidBlocks, tables, selectTables, prompts];

function blocksOf(depth: number): fc.Arbitrary<Block[]> {
  const otherBlocks = depth === 0 ? leafBlocks : [...leafBlocks, ...containers(blocksOf(depth - 1))];
  const anyBlock = fc.oneof(
    { weight: 4, arbitrary: paragraphs },
    ...otherBlocks.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
  return fc.array(anyBlock, { minLength: 1, maxLength: 3 });
}

/** Documents of all kinds of blocks and inlines, with text that looks like Markdown. */
export const documents: fc.Arbitrary<Block[]> = blocksOf(2);
