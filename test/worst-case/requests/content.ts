import { largeBodyLimit } from "../../../src/api/http/operation.ts";
import { limits, maxChanges, maxFiles } from "../../../src/content/model/limits.ts";
import { idOf } from "../../fuzz/values.ts";
import { uniqueName } from "../../support/app.ts";
import type { LargeWorld, Scale } from "../large-world.ts";
import { documentShapes, oddWords, repeat } from "../texts.ts";
import type { RequestParts, RequestsByOperation } from "./parts.ts";

export function contentRequests(large: LargeWorld): RequestsByOperation {
  const { tree, documents, scale } = large;
  const long = documents[0]?.ids ?? {};
  const changes = [
    ...[...shapedPages(scale), ...otherChanges(scale)].map((parts) => ({ ...parts, ids: long })),
    {
      ...change("a duplicated tree", { operation: "duplicate_page", page: idOf("pageId") }),
      ids: tree,
    },
    change("a reverted page", { operation: "revert_page", page: idOf("pageId") }),
    { ...change("pages in a large tree", ...times(maxChanges, () => insertPage("[a](b.md)"))), ids: tree },
  ];
  return {
    updateSpaceContent: changes,
    updateChangeRequestContent: changes,
    ...blockRequests(long, scale),
    convertSpaceContent: conversions(scale).map((parts) => ({ ...parts, ids: tree })),
    convertChangeRequestContent: conversions(scale).map((parts) => ({ ...parts, ids: long })),
    createFileUpload: [{ ...uploadedFile, ids: tree }],
    createChangeRequestFileUpload: [{ ...uploadedFile, ids: long }],
    createPageFromTemplate: [{ ...pageTemplate, ids: tree }],
    createChangeRequestPageFromTemplate: [{ ...pageTemplate, ids: long }],
    applyTemplateToSpace: [{ input: "a set of pages", ids: tree, body: { id: "product-docs" } }],
    listOrganizationInviteLinks: [{ input: "links of a space", query: { space: String(tree.spaceId) } }],
    checkSpaceMarkdown: shapedTexts(scale).map((parts) => ({ ...parts, ids: tree })),
    checkChangeRequestMarkdown: shapedTexts(scale).map((parts) => ({ ...parts, ids: long })),
    createChangeRequest: [
      { input: "a copy", ids: tree, body: { subject: repeat("漢", 100), source: idOf("changeRequestId") } },
    ],
    getRevisionSemanticChanges: [{ input: "since a revision", ...since(tree) }],
    getPageChangesInRevision: [{ input: "since a revision", ...since(long) }],
    getReusableContentChangesInRevision: [{ input: "since a revision", ...since(long) }],
    restoreRevision: [
      { input: "all pages", ids: tree, body: { changeRequest: { subject: repeat("漢", 100) } } },
      { input: "a long page", ids: long, body: { page: idOf("pageId"), changeRequest: {} } },
    ],
    updateChangeRequestById: [{ input: "subject", body: { subject: repeat("漢", 100) } }],
    ...conflictRequests(large),
    mergeChangeRequest: [
      { input: "conflicts in long documents", ids: long },
      { input: "all pages changed on both sides", ids: tree },
    ],
    scheduleChangeRequestMerge: [
      {
        input: "a time",
        ids: long,
        body: { at: new Date(Date.now() + 30 * 86_400_000).toISOString(), bypassRules: true },
      },
    ],
    revertChangeRequest: [
      { input: "merged at once", prepare: () => newMergedRequest(large), body: { merge: true } },
    ],
    updateChangeRequest: [
      { input: "all pages changed on both sides", ids: tree },
      { input: "conflicts in long documents", ids: long },
    ],
  };
}

/** As many conflicts in one document as a request may settle, with about as much text as a document may have. */
function conflictRequests(large: LargeWorld): RequestsByOperation {
  const { share } = large.scale;
  const count = Math.ceil(1000 * share);
  const written = repeat(`${oddWords} *a* [b](c) `, 500);
  const settle = (input: string, choice: object) => ({
    input,
    prepare: () => newConflicts(large, count),
    body: {
      choices: Array.from({ length: count }, (_, i) => ({ conflict: idOf(`conflict.${i}`), ...choice })),
    },
  });
  return {
    listChangeRequestConflicts: [
      {
        input: "many conflicts as HTML",
        prepare: () => newConflicts(large, count),
        query: { html: "true", limit: "1000" },
      },
    ],
    resolveChangeRequestConflicts: [
      settle("many versions", { choice: "both" }),
      settle("many texts", { choice: "written", markdown: written }),
    ],
  };
}

/** A change request with conflicts in a document, of which every other paragraph was changed on both sides. */
async function newConflicts({ world: { app } }: LargeWorld, count: number) {
  const space = await app.space();
  const document = (side: string) => ({
    markdown: Array.from({ length: count }, (_, i) => `${side} ${i} ${oddWords}\n\nSame ${i}\n`).join("\n"),
  });
  const page = await app.page(space.path, "Conflicts", { document: document("Before") });
  const request = await app.changeRequest(space);
  for (const [path, side] of [
    [request.path, "Ours"],
    [space.path, "Theirs"],
  ] as const)
    await app.change(path, { operation: "update_page", page, document: document(side) });
  await app.ok(app.admin, `POST ${request.path}/update`);
  const { items } = await app.ok(app.admin, `GET ${request.path}/conflicts?limit=1000`);
  return {
    ...{ spaceId: space.id, changeRequestId: request.id },
    ...Object.fromEntries(items.map(({ id }: { id: string }, i: number) => [`conflict.${i}`, id])),
  };
}

/** A merged change request that added many pages to the space with most pages. */
async function newMergedRequest({ world: { app }, tree }: LargeWorld) {
  const request = await app.changeRequest({ path: `/spaces/${tree.spaceId}` });
  await app.change(request.path, ...times(maxChanges, () => insertPage("[a](b.md)")));
  await app.ok(app.admin, `POST ${request.path}/merge`);
  return { spaceId: String(tree.spaceId), changeRequestId: request.id };
}

function since(ids: LargeWorld["tree"]) {
  return { ids, query: { since: String(ids.revisionId) } };
}

const uploadedFile = { input: "a file", body: { name: repeat("漢", limits.fileName), size: 1 } };
const pageTemplate = { input: "a template", body: { template: "how-to", title: repeat("漢", 100) } };

/** As many blocks as a body may have, and as many changes as a request may have, in a long document. */
function blockRequests(ids: LargeWorld["tree"], { share }: Scale): RequestsByOperation {
  const { nodes } = blocksOf((largeBodyLimit - 10_000) * share * 0.9);
  const insert = (blocks: readonly object[]) => ({ operation: "insert_blocks", blocks });
  const requests = [nodes, nodes.slice(0, 1)].map((blocks, i) => ({
    input: i === 0 ? "many blocks" : "many changes",
    body: {
      revision: idOf("revisionId"),
      changes: times(i === 0 ? 1 : Math.ceil(1000 * share), () => insert(blocks.slice(0, 10_000))),
    },
    ids,
  }));
  return { updatePageBlocks: requests, updateChangeRequestPageBlocks: requests };
}

const change = (input: string, ...changes: object[]): RequestParts => ({ input, body: { changes } });
const times = <T>(length: number, create: () => T): T[] => Array.from({ length }, create);
const insertPage = (markdown: string, fields: object = {}) => ({
  operation: "insert_page",
  title: "Large",
  document: { markdown },
  ...fields,
});

/** As many long pages of each shape as a body may have. */
function shapedPages({ shapes, share }: Scale): RequestParts[] {
  return shapes.map((shape) => {
    const page = insertPage(documentShapes[shape]?.(limits.document * share - 100) ?? "");
    const fitting = Math.floor(((largeBodyLimit - 10_000) * share) / Buffer.byteLength(JSON.stringify(page)));
    return change(shape, ...times(Math.max(1, Math.min(maxChanges, fitting)), () => page));
  });
}

/** Long Markdown of each shape. */
function shapedTexts({ shapes, share }: Scale, fields: object = {}): RequestParts[] {
  return shapes.map((shape) => ({
    input: shape,
    body: { markdown: documentShapes[shape]?.(limits.document * share - 100) ?? "", ...fields },
  }));
}

function conversions(scale: Scale): RequestParts[] {
  const length = 10_000_000 * scale.share;
  const html = [
    "<p>An <b>item</b> with <a href='https://example.com/a'>a link</a></p>",
    "<table><tr><td><p style='font-family:Courier New'>a</p></td></tr></table>",
    "<p class=MsoListParagraph style='mso-list:l0 level3 lfo1'><span style='mso-list:Ignore'>1.</span>a</p>",
    "<div><b><i>",
    "漢字 ",
  ];
  return [
    ...shapedTexts(scale),
    ...shapedTexts(scale, { dialect: "any" }),
    ...html.map((text) => ({ input: text.slice(0, 12), body: { html: repeat(text, length) } })),
    { input: "blocks", body: { document: blocksOf((largeBodyLimit - 10_000) * scale.share) } },
  ];
}

function otherChanges({ share }: Scale): RequestParts[] {
  const most = Math.ceil(maxChanges * share);
  const attributes = {
    title: repeat("漢", limits.pageTitle),
    description: repeat(oddWords, limits.pageDescription),
    condition: `true${" || true".repeat(100)}`,
    variables: variables(limits.pageVariables),
  };
  const frontMatter = () =>
    `---\n${repeat("a: [b, {c: d}]\n", 32_000).replace(/a/g, uniqueName)}---\n\nText\n`;
  const file = {
    name: repeat("漢", limits.fileName),
    contentType: "text/plain",
    base64: Buffer.alloc(700_000 * share, 7).toString("base64"),
  };
  const blocks = blocksOf((largeBodyLimit - 10_000) * share);
  return [
    change("blocks", { operation: "insert_page", title: "Large", document: { document: blocks } }),
    change("attributes", ...times(most, () => insertPage("a", attributes))),
    change("front matter", ...times(most, () => insertPage(frontMatter()))),
    change("files", { operation: "insert_files", files: times(maxFiles, () => file) }),
    change(
      "variables",
      ...times(most, () => ({ operation: "set_variables", variables: variables(limits.variables) })),
    ),
    change(
      "reusable contents",
      ...times(Math.ceil(8 * share), () => ({
        operation: "insert_reusable_content",
        title: "Large",
        document: { markdown: repeat(`${oddWords}\n\n`, limits.document * share) },
      })),
    ),
  ];
}

function variables(count: number): Record<string, string> {
  const value = repeat("漢", limits.variableValue);
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`v${i}`.padEnd(limits.variableName, "x"), value]),
  );
}

function blocksOf(length: number) {
  const leaf = { object: "leaf", text: "漢 *a* [b](c)", marks: [{ object: "mark", type: "bold" }] };
  const text = { object: "text", leaves: [leaf] };
  const paragraph = { object: "block", type: "paragraph", isVoid: false, data: {}, nodes: [text] };
  const count = Math.floor(length / Buffer.byteLength(JSON.stringify(paragraph)));
  return { object: "document", data: {}, nodes: times(count, () => paragraph) };
}

const maxCommentBytes = 100 * 1024;

export function commentRequests({ scale }: LargeWorld): RequestsByOperation {
  const bodies = scale.shapes.map((shape) => ({
    input: shape,
    body: {
      body: { markdown: fit(documentShapes[shape]?.(maxCommentBytes) ?? "", maxCommentBytes) },
      page: idOf("pageId"),
    },
  }));
  const addedReactions = Array.from({ length: 50 }, (_, i) => (0x1f600 + i).toString(16));
  const updates = bodies.map(({ input, body }) => ({ input, body: { ...body, addedReactions } }));
  return Object.fromEntries([
    ["createPendingCommentInChangeRequest", bodies],
    ["updatePendingCommentInChangeRequest", bodies],
    ...["Space", "ChangeRequest"].flatMap((name) => [
      [`postCommentIn${name}`, bodies],
      [`postCommentReplyIn${name}`, bodies],
      [`updateCommentIn${name}`, updates],
      [`updateCommentReplyIn${name}`, updates],
    ]),
  ]);
}

/** Cuts a text to a number of bytes. */
function fit(text: string, bytes: number): string {
  return Buffer.from(text)
    .subarray(0, bytes - 3)
    .toString("utf8")
    .replaceAll("\ufffd", "");
}
