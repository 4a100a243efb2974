import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import {
  OpenAPISpecProcessingErrorCode,
  OpenAPISpecProcessingState,
  OpenAPISpecVisibility,
} from "@gitbook/api";
import { describeWithClients, isError } from "./client.ts";
import { parts } from "./parts.ts";

const text = "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: { /pets: { get: {} } }\n";

describeWithClients("with OpenAPI specs and translations", parts.openapiAndTranslations, (suite) => {
  async function waitForProcessing(slug: string) {
    const { api, organizationId } = suite;
    for (;;) {
      const { data } = await api.orgs.getOpenApiSpecBySlug(organizationId, slug);
      if (data.processingState === OpenAPISpecProcessingState.Complete) return data;
      await wait(100);
    }
  }

  test("creates a spec from a text, reads, publishes and deletes it", async () => {
    const { api, organizationId, clients } = suite;
    const { data: created } = await api.orgs.createOpenApiSpec(organizationId, {
      slug: "pets",
      source: { text },
    });
    assert.deepEqual(
      [created.processingState, created.sourceURL, created.lastVersion],
      [OpenAPISpecProcessingState.Pending, undefined, undefined],
    );
    await assert.rejects(api.orgs.getLatestOpenApiSpecVersion(organizationId, "pets"), isError(404));
    const spec = await waitForProcessing("pets");
    assert.deepEqual([spec.lastProcessErrorCode, spec.id], [undefined, created.id]);
    const { data: latest } = await api.orgs.getLatestOpenApiSpecVersion(organizationId, "pets");
    const id = spec.lastVersion ?? "";
    assert.deepEqual((await api.orgs.getOpenApiSpecVersionById(organizationId, "pets", id)).data, latest);
    const { data: versions } = await api.orgs.listOpenApiSpecVersions(organizationId, "pets");
    assert.deepEqual(versions, { count: 1, items: [latest] });
    const document = {
      openapi: "3.1.0",
      info: { title: "Pets", version: "1" },
      paths: { "/pets": { get: {} } },
    };
    const { data: content } = await api.orgs.getLatestOpenApiSpecVersionContent(organizationId, "pets");
    assert.deepEqual(content, {
      url: latest.url,
      urls: { source: latest.url, public: null },
      filesystem: [
        {
          ...{ dir: "./", isEntrypoint: true, references: [], filename: "openapi.yaml" },
          specification: document,
        },
      ],
      documents: { "openapi.yaml": document },
    });
    const byId = await api.orgs.getOpenApiSpecVersionContentById(organizationId, "pets", id);
    assert.deepEqual(byId.data, content);
    assert.equal(await (await fetch(latest.url)).text(), text);
    const raw = await clients.call(`GET /orgs/${organizationId}/openapi/pets/versions/latest/content/raw`);
    assert.deepEqual(raw, { text, format: "yaml" });

    const { data: publicSpec } = await api.orgs.updateOpenApiSpecBySlug(organizationId, "pets", {
      visibility: OpenAPISpecVisibility.Public,
    });
    assert.equal(await (await fetch(publicSpec.urls.published ?? "")).text(), text);
    assert.ok(
      (await api.orgs.listOpenApiSpecs(organizationId)).data.items.some(({ slug }) => slug === "pets"),
    );
    await api.orgs.deleteOpenApiSpecBySlug(organizationId, "pets");
    await assert.rejects(api.orgs.getOpenApiSpecBySlug(organizationId, "pets"), isError(404));
    assert.equal((await fetch(publicSpec.urls.published ?? "")).status, 404);
  });

  test("reports why a source cannot be fetched", async () => {
    const { api, organizationId } = suite;
    const source = { url: "http://127.0.0.1:9/openapi.json" };
    const { data } = await api.orgs.createOrUpdateOpenApiSpecBySlug(organizationId, "far", { source });
    assert.equal(data.sourceURL, source.url);
    const { lastProcessErrorCode, lastVersion } = await waitForProcessing("far");
    assert.deepEqual(
      [lastProcessErrorCode, lastVersion],
      [OpenAPISpecProcessingErrorCode.FETCH_ERROR, undefined],
    );
  });

  test("manages translation settings as specified", async () => {
    const { api, organizationId, clients } = suite;
    const path = `/orgs/${organizationId}/translations`;
    // The client's types describe another resource at the same path.
    const fields = { title: "Manual", languages: ["fr", "pt-br"] } as never;
    const { data: created } = await api.orgs.createTranslation(organizationId, fields);
    const { data: read } = await api.orgs.getTranslation(organizationId, created.id);
    assert.deepEqual(read, created);
    const renamed = { title: "Handbook" } as never;
    const { data: updated } = await api.orgs.updateTranslation(organizationId, created.id, renamed);
    assert.deepEqual({ ...updated, updatedAt: "" }, { ...created, title: "Handbook", updatedAt: "" });
    const { data: list } = await api.orgs.listTranslations(organizationId);
    assert.deepEqual(list, { count: 1, items: [updated] });
    await api.orgs.deleteTranslation(organizationId, created.id);
    await assert.rejects(clients.call(`GET ${path}/${created.id}`), / returned 404: /);
  });
});
