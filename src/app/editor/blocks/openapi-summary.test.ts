import assert from "node:assert/strict";
import { test } from "node:test";
import { summaryOf } from "./openapi-summary.ts";

test("a spec is summarized by its operations, webhooks and schemas, whatever it contains", () => {
  const specification = {
    paths: {
      "/pets": {
        get: { summary: "List pets", tags: ["pets", 3] },
        post: { operationId: "addPet" },
        parameters: [],
      },
      "/broken": null,
    },
    webhooks: { newPet: { post: {} } },
    components: { schemas: { Pet: {}, Error: {} } },
  };
  assert.deepEqual(summaryOf(specification), {
    operations: [
      { path: "/pets", method: "get", summary: "List pets", tags: ["pets"] },
      { path: "/pets", method: "post", summary: "addPet", tags: [] },
    ],
    webhooks: [{ path: "newPet", method: "post", summary: "", tags: [] }],
    schemas: ["Pet", "Error"],
  });
  assert.deepEqual(summaryOf("nothing"), { operations: [], webhooks: [], schemas: [] });
  assert.deepEqual(summaryOf({ definitions: { Old: {} } }).schemas, ["Old"]);
});
