import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bundleFiles } from "./bundle-files.ts";

describe("the files of a spec", () => {
  test("are bundled into one document with internal references", () => {
    const bundled = bundleFiles(
      {
        "api/openapi.yaml": {
          openapi: "3.1.0",
          paths: { "/a": { $ref: "paths/a.yaml" } },
          components: {
            schemas: {
              Own: { type: "string" },
              Far: { $ref: "https://example.com/far.json#/Far" },
              Unknown: { $ref: "missing.yaml#/A" },
            },
          },
        },
        "api/paths/a.yaml": {
          get: {
            parameters: [{ $ref: "../../shared%20parts.yaml#/P~1Q" }],
            requestBody: { $ref: "#/body" },
            responses: { 200: { schema: { $ref: "../openapi.yaml#/components/schemas/Own" } } },
          },
          body: {},
        },
        "shared parts.yaml": { "P/Q": { in: "query" } },
        "https://example.com/far.json": { Far: { $ref: "#/Near" }, Near: {} },
      },
      "api/openapi.yaml",
    );
    const a = "#/x-files/api~1paths~1a.yaml";
    const far = "#/x-files/https%3A~1~1example.com~1far.json";
    assert.deepEqual(bundled, {
      openapi: "3.1.0",
      paths: { "/a": { $ref: a } },
      components: {
        schemas: {
          Own: { type: "string" },
          Far: { $ref: `${far}/Far` },
          Unknown: { $ref: "missing.yaml#/A" },
        },
      },
      "x-files": {
        "api/paths/a.yaml": {
          get: {
            parameters: [{ $ref: "#/x-files/shared%20parts.yaml/P~1Q" }],
            requestBody: { $ref: `${a}/body` },
            responses: { 200: { schema: { $ref: "#/components/schemas/Own" } } },
          },
          body: {},
        },
        "shared parts.yaml": { "P/Q": { in: "query" } },
        "https://example.com/far.json": { Far: { $ref: `${far}/Near` }, Near: {} },
      },
    });
  });

  test("are unchanged if there is only one, or no entry", () => {
    const one = { "openapi.json": { openapi: "3.1.0", paths: { "/a": { $ref: "#/b" } } } };
    assert.equal(bundleFiles(one, "openapi.json"), one["openapi.json"]);
    assert.equal(bundleFiles(one, "toString"), undefined);
  });
});
