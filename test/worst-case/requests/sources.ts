import { largeBodyLimit } from "../../../src/api/http/operation.ts";
import { uniqueName } from "../../support/app.ts";
import { type LargeWorld, longSpec } from "../large-world.ts";
import { commonWords, oddWords, repeat } from "../texts.ts";
import type { RequestParts, RequestsByOperation } from "./parts.ts";

export function importRequests({ world, sources, tree, documents, scale }: LargeWorld): RequestsByOperation {
  const from = (kind: string): RequestParts => ({
    input: kind,
    body: { url: `${sources}/${kind}`, source: kind },
  });
  const long = documents[0]?.ids ?? {};
  return {
    importContent: scale.importKinds.map(from),
    createImportUpload: [
      { input: "longest name", body: { source: "zip", name: repeat("漢", 255), size: 200 * 1024 * 1024 } },
    ],
    startImportRun: [
      {
        input: "longest address",
        body: {
          source: { type: "website", url: `https://example.com/${repeat("a", 1900)}` },
          target: { space: tree.spaceId ?? "" },
        },
      },
    ],
    undoImportRun: [
      {
        input: "Markdown",
        prepare: async () => {
          const { app } = world;
          const { id, path } = await app.space();
          await app.ok(app.admin, `POST ${path}/content/import`, { body: from("markdown").body });
          const { items } = await app.ok(app.admin, `GET /org/${app.organizationId}/imports?space=${id}`);
          return { importRunId: items[0].id };
        },
      },
    ],
    startSpaceExport: [{ input: "most pages", ids: tree, body: {} }],
    startChangeRequestExport: [{ input: "long documents", ids: long, body: {} }],
    startSiteExport: [{ input: "a site", body: {} }],
    importContentInPageById: [{ ...from("zip"), ids: tree }],
    importContentInChangeRequest: [{ ...from("html"), ids: long }],
    importContentInChangeRequestPageById: [{ ...from("markdown"), ids: long }],
  };
}

export function pdfRequests({ tree, documents, scale }: LargeWorld): RequestsByOperation {
  const page: RequestParts = { input: "a page", ids: tree, query: { page: tree.pageId ?? "", only: "true" } };
  if (scale.pdfs === "pages") return { getSpacePDF: [page], getChangeRequestPDF: [page] };
  const long = documents.map(({ shape, ids }) => ({
    input: shape,
    ids,
    query: { page: ids.pageId ?? "", only: "true" },
  }));
  return {
    getSpacePDF: [...long, { input: "most pages", ids: tree }],
    getChangeRequestPDF: [page, { input: "long documents", ids: documents[0]?.ids ?? {} }],
  };
}

export function embedRequests({ sources, tree }: LargeWorld): RequestsByOperation {
  const parts: RequestParts[] = [
    { input: "a page", ids: tree, query: { url: `${sources}/html` } },
    { input: "long URL", ids: tree, query: { url: `https://youtu.be/${repeat("a", 8000)}?t=1` } },
  ];
  return { getEmbedByUrlInSpace: parts, getEmbedByUrl: parts };
}

export function searchRequests({ tree, scale }: LargeWorld): RequestsByOperation {
  const texts = [
    commonWords,
    repeat("word ", 512),
    repeat("漢字かな", 512),
    repeat("a b c d e f ", 512),
    `"${repeat("word 漢 ", 509)}"`,
    repeat(oddWords, 512),
    "word",
    "w",
    "漢",
  ].slice(0, scale.searches);
  const queries = texts.map(
    (text): RequestParts => ({ input: text.slice(0, 12), ids: tree, query: { query: text, limit: "1000" } }),
  );
  return {
    searchOrganizationContent: queries,
    searchSpaceContent: queries,
    searchSiteContent: texts.map((query) => ({
      input: query.slice(0, 12),
      query: { limit: "1000" },
      body: { query, scope: { mode: "all" } },
    })),
  };
}

export function specRequests({ world, scale }: LargeWorld): RequestsByOperation {
  const length = largeBodyLimit * 0.8 * scale.share;
  const yaml = `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n${repeat("  /a: { get: { summary: 漢 } }\n", 10).trimEnd()}\n${Array.from({ length: length / 60 }, (_, i) => `  /b${i}: { get: { summary: text, tags: [a, b, c] } }\n`).join("")}`;
  return {
    createOpenAPISpec: [
      { input: "JSON", body: { slug: uniqueName(), source: { text: longSpec(length) } } },
      { input: "YAML", body: { slug: uniqueName(), source: { text: yaml } } },
    ],
    createOrUpdateOpenAPISpecBySlug: [{ input: "JSON", body: { source: { text: longSpec(length) } } }],
    updateOpenAPISpecBySlug: [{ input: "visibility", body: { visibility: "public" } }],
    getOpenAPISpecChanges: [{ input: "all operations", query: {} }],
    createOpenAPIPageSet: [{ input: "all operations", body: { space: world.get("spaceId") } }],
    deleteOpenAPIPageSet: [
      {
        input: "all pages",
        query: { pages: "delete" },
        prepare: async () => {
          const { app } = world;
          const path = `/orgs/${app.organizationId}/openapi/${world.get("specSlug")}/page-sets`;
          const body = { space: world.get("spaceId") };
          return { pageSetId: (await app.ok(app.admin, `POST ${path}`, { body })).id };
        },
      },
    ],
  };
}
