import type { Expectation, Expectations } from "./expectation.ts";

const upgraded = { "#/openapi": "3.1.1", "#/swagger": undefined, "#/definitions": undefined };
const ref = ($ref: string) => ({ $ref });

export const swagger2: Expectations<Expectation> = {
  "clinic/swagger.json": {
    files: ["swagger.json"],
    values: {
      ...upgraded,
      "#/servers": [{ url: "https://clinic.example/api/v1" }, { url: "http://clinic.example/api/v1" }],
      "#/paths/~1patients/get/parameters/0": ref("#/components/parameters/limit"),
      "#/paths/~1patients/get/parameters/1/style": "pipeDelimited",
      "#/paths/~1patients/get/responses/default": ref("#/components/responses/Problem"),
      "#/paths/~1patients/get/responses/200/headers/X-Total/schema/type": "integer",
      "#/paths/~1patients/get/responses/200/content/application~1json/examples/default/value/0/name": "Ada",
      "#/paths/~1patients/post/requestBody/content/application~1json/schema": ref(
        "#/components/schemas/Patient",
      ),
      "#/paths/~1patients/post/requestBody/required": true,
      "#/paths/~1patients~1{id}~1scans/post/requestBody/content/multipart~1form-data/schema/required": [
        "scan",
      ],
      "#/components/parameters/limit/schema/maximum": 50,
      "#/components/securitySchemes/portal/flows/authorizationCode/scopes": { read: "See patients" },
      "#/components/securitySchemes/login": { type: "http", scheme: "basic" },
      "#/components/schemas/Patient/properties/born/type": ["string", "null"],
      "#/components/schemas/Patient/properties/example": { type: "string" },
      "#/components/schemas/Problem/properties/code/exclusiveMinimum": 0,
    },
  },
  "parking/swagger.yaml": {
    files: ["swagger.yaml"],
    values: {
      ...upgraded,
      "#/servers/0/url": "/parking",
      "#/paths/~1spots~1{spot}/parameters/0/schema": { type: "string", default: "2024-01-01" },
      "#/paths/~1spots~1{spot}/get/responses/429/description": "Slow down",
      "#/paths/~1spots~1{spot}/get/responses/200/content/application~1json/schema/properties/free/type": [
        "boolean",
        "null",
      ],
      "#/paths/~1spots~1{spot}/delete/responses/429/description": "Slow down",
    },
  },
  "warehouse/swagger.yaml": {
    files: ["swagger.yaml", "shared/common.yaml", "shared/item.json"],
    values: {
      ...upgraded,
      "shared/common.yaml#/openapi": "3.1.1",
      "#/paths/~1items/get/parameters/0": ref("shared/common.yaml#/components/parameters/Page"),
      "#/components/schemas/Pallet/properties/under": ref("swagger.yaml#/components/schemas/Pallet"),
      "shared/common.yaml#/components/schemas/Error/properties/pallet": ref(
        "../swagger.yaml#/components/schemas/Pallet",
      ),
      "shared/item.json#/properties/pallet": ref("../swagger.yaml#/components/schemas/Pallet"),
      "shared/item.json#/properties/error": ref("common.yaml#/components/schemas/Error"),
      "shared/item.json#/properties/height": ref("item.json#/definitions/size"),
    },
  },
  "split/swagger.yaml": {
    files: ["swagger.yaml", "paths/orders.yaml", "definitions/Order.yaml"],
    values: {
      ...upgraded,
      "#/paths/~1orders/get/parameters/0": ref("#/components/parameters/Limit"),
      "#/paths/~1orders/get/parameters/1/schema": { type: "string" },
      "#/paths/~1orders/get/responses/200/content/application~1json/schema/type": "array",
      "#/paths/~1orders/post/requestBody/content/application~1json/schema": ref("#/components/schemas/Order"),
    },
  },
  "shared-body/swagger.yaml": {
    files: ["swagger.yaml", "imports.yaml"],
    values: {
      ...upgraded,
      "#/paths/~1subscribers/post/parameters": undefined,
      "#/paths/~1subscribers/post/requestBody": {
        required: true,
        content: { "application/json": { schema: { type: "object" } } },
      },
    },
  },
  "bundled/swagger.json": {
    files: ["swagger.json"],
    values: {
      ...upgraded,
      "#/paths/~1a/get/responses/200/content/application~1json/schema/properties/name": { type: "string" },
      "#/paths/~1b/get/responses/default": ref("#/paths/~1a/get/responses/200"),
    },
  },
  "archive/swagger.yaml": {
    files: ["swagger.yaml"],
    values: {
      ...upgraded,
      "#/paths/~1nodes/get/responses/200/content/application~1json/examples/default/value": [
        { type: "file", name: "a.txt", $ref: "#/definitions/Node" },
      ],
      "#/paths/~1nodes.csv/get/responses/200/content": { "text/csv": { schema: { type: "string" } } },
      "#/components/schemas/Node/discriminator": { propertyName: "type" },
      "#/components/schemas/Folder/allOf": [ref("#/components/schemas/Node")],
    },
    dangling: ["#/definitions/Node"],
  },
  "relocated/swagger.yaml": {
    files: ["swagger.yaml", "latest/common.yaml"],
    values: {
      ...upgraded,
      "#/paths/~1problems/get/responses/200/content/application~1json/schema": ref(
        "latest/common.yaml#/components/schemas/Problem",
      ),
      "latest/common.yaml#/components/schemas/Problem": { type: "object" },
    },
  },
  "blanks/swagger.yaml": {
    files: ["swagger.yaml"],
    values: {
      ...upgraded,
      "#/paths/~1things/get/summary": "Not done yet",
      "#/paths/~1things/get/responses/200": { description: "ok" },
    },
  },
};
