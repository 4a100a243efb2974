import type { Expectation, Expectations } from "./expectation.ts";

const ref = ($ref: string) => ({ $ref });

export const openapi3: Expectations<Expectation> = {
  "pet-shop/openapi.json": {
    files: ["openapi.json"],
    values: {
      "#/openapi": "3.0.3",
      "#/components/schemas/Animal/properties/born/nullable": true,
      "#/components/schemas/Pet/discriminator/mapping/dog": "Dog",
      "#/components/schemas/Dog/allOf/1/properties/weight/exclusiveMinimum": true,
    },
  },
  "payments/openapi.yaml": {
    files: ["openapi.yaml"],
    values: {
      "#/openapi": "3.0.1",
      "#/info/version": "2024-03-01",
      "#/paths/~1charges/post/requestBody/content/application~1json/examples/small/value": {
        amount: 350,
        currency: "EUR",
        on: "2024-02-29",
        at: "2024-02-29T08:15:00Z",
      },
      "#/paths/~1charges/post/responses/402": ref("#/components/responses/Declined"),
      "#/paths/~1charges/post/callbacks/settled/{$request.body#~1callbackUrl}/post/responses/2XX": {
        description: "Thanks",
      },
      "#/components/links/Refund/parameters/id": "$response.body#/id",
    },
  },
  "weather/v3/api-docs?group=public": {
    files: ["api-docs"],
    values: {
      "#/info/title": "Wetter für 世界 🌦️",
      "#/paths/~1forecast~1{plz}/get/responses/200/description": "OK – in °C",
      "#/paths/~1prognose~1straße/get/responses/200": ref("#/paths/~1forecast~1%7Bplz%7D/get/responses/200"),
      "#/components/schemas/Größe«Temperatur»/properties/einheit/enum": ["°C", "°F", "℉"],
    },
  },
  "library/v1/openapi.yaml": {
    files: [
      "v1/openapi.yaml",
      "shared/types.json",
      "shared/book.yaml",
      "shared/errors.yaml",
      "shared/people/author.yaml",
    ],
    values: {
      "#/openapi": 3,
      "#/info/version": "1.4.0",
      "#/components/schemas/Loan/properties/due/example": "2023-10-05",
      "shared/book.yaml#/properties/sequelOf": ref("#"),
      "shared/people/author.yaml#/Author/properties/books/items": ref("../book.yaml"),
    },
  },
  "ticketing/openapi.yaml": {
    files: ["openapi.yaml", "paths/tickets.yaml", "paths/tickets_{id}.yaml", "schemas/Ticket.yaml"],
    values: {
      "#/info/version": "0.9.0-beta.2",
      "#/paths/~1tickets~1{id}": ref("paths/tickets_{id}.yaml"),
      "#/components/schemas/Tickets/items": ref("./openapi.yaml#/components/schemas/Ticket"),
      "paths/tickets.yaml#/post/responses/201": ref("tickets_{id}.yaml#/get/responses/200"),
      "schemas/Ticket.yaml#/properties/price/type": ["number", "null"],
    },
  },
  "hooks/openapi.yaml": {
    files: ["openapi.yaml"],
    values: {
      "#/webhooks/message.received/post/security": [{ signature: [] }],
      "#/webhooks/message.bounced": ref("#/components/pathItems/Bounced"),
    },
    dangling: ["#/components/schemas/Message"],
  },
  "identity/openapi.yaml": {
    files: ["openapi.yaml"],
    values: {
      "#/openapi": 3.1,
      "#/security/1": { code: ["profile", "accounts:write"], mtls: [] },
      "#/components/securitySchemes/code/flows/implicit/authorizationUrl": "https://id.example/authorize",
      "#/components/securitySchemes/mtls": { type: "mutualTLS" },
    },
  },
  "vehicles/openapi.yml": {
    files: ["openapi.yml"],
    values: {
      "#/components/schemas/Train/properties/waggons/additionalProperties": ref("#/components/schemas/Train"),
      "#/components/schemas/Truck/allOf/1/not": ref("#/components/schemas/Car"),
      "#/components/schemas/Egg": ref("#/components/schemas/Chicken"),
    },
  },
  "uploads/openapi.yaml": {
    files: ["openapi.yaml"],
    values: {
      "#/info/description/length": 42_017,
      "#/paths/~1files/post/description": "Sends a file and what is known about it.\nIn two paragraphs.",
      "#/paths/~1files/post/requestBody/content/multipart~1form-data/encoding/file/headers/X-Checksum": ref(
        "#/components/headers/Checksum",
      ),
      "#/paths/~1files/post/requestBody/content/application~1octet-stream": {},
    },
  },
  "anchors/openapi.yaml": {
    files: ["openapi.yaml"],
    values: {
      "#/paths/~1trains/get/tags": ["timetable"],
      "#/paths/~1trains/get/responses/404/description": "No such train",
      "#/paths/~1trains/get/responses/404/content/application~1json/schema": ref(
        "#/components/schemas/Problem",
      ),
      "#/paths/~1trams/get/summary": "Trams",
      "#/paths/~1trams/get/parameters/1/name": "size",
      "#/paths/~1trams/get/responses/404": undefined,
      "#/paths/~1trams/get/responses/200/content/application~1json/schema/items": ref(
        "#/components/schemas/Train",
      ),
      "#/components/schemas/Train/properties/country/enum": ["de", "no", "on", "off", "y", "~x"],
      "#/components/schemas/Train/properties/leaves/example": "12:30:00",
      "#/components/schemas/Train/properties/since/example": "2019-12-15",
      "#/components/schemas/Train/properties/delay": { type: "integer", example: 15, maximum: 32767 },
      "#/components/schemas/Train/properties/late/example": "yes",
      "#/components/schemas/Train/properties/note": { type: "string", default: null, example: null },
    },
  },
  "names/openapi.yaml": {
    files: [
      "openapi.yaml",
      "parts/answers.yaml",
      "parts/const.yaml",
      "parts/default.json",
      "parts/description.yaml",
      "parts/enum.yaml",
      "parts/example.yaml",
      "parts/field.yaml",
      "parts/header.yaml",
      "parts/hidden.yaml",
      "parts/item.yaml",
      "parts/properties.yaml",
      "parts/value.yaml",
    ],
    values: {
      "#/components/schemas/default/properties/$ref": { type: "string", description: "Where the field is" },
      "#/components/schemas/default/properties/__proto__": { type: "string" },
      "#/components/schemas/constructor/properties/toString": { type: "string" },
      "parts/hidden.yaml#/title": "hidden",
      "parts/example.yaml#/value/$ref": "#/fields/1",
    },
    dangling: ["not-followed.yaml", "#/fields/1", "nowhere.json"],
  },
  "examples/openapi.yaml": {
    files: ["openapi.yaml"],
    values: {
      "#/info/description": ref("intro.md"),
      "#/components/schemas/Schema/const": ref("const.json"),
      "#/components/schemas/Schema/properties/$ref/type": "string",
    },
    dangling: [
      "#/components/examples/nothing",
      "./templates/index.yaml",
      "address.json",
      "const.json",
      "default.json",
      "first.json",
      "https://schemas.invalid/order.json",
      "intro.md",
      "logo.yaml",
      "one.json",
      "samples/post.sh",
      "tests.yaml",
      "two.json",
    ],
  },
  "measurements/openapi.json": {
    files: ["openapi.json"],
    values: {
      "#/paths": undefined,
      "#/components/schemas/Series/properties/version": { const: 2 },
      "#/components/schemas/Series/properties/parent/$ref": "https://measure.example/schemas/series",
      "#/components/schemas/Tree/patternProperties/^x-": ref("/trees/tree"),
      "#/components/schemas/Anything": true,
    },
  },
  "compound/openapi.yaml": {
    files: ["openapi.yaml"],
    values: { "#/components/schemas/Order/properties/shipTo": ref("address.json") },
  },
  "index/openapi.yaml": {
    files: ["openapi.yaml", "paths/_index.yaml", "components/schemas/_index.yaml", "paths/bikes.yaml"],
    values: {
      "#/paths": ref("paths/_index.yaml"),
      "paths/_index.yaml#/~1bikes": ref("bikes.yaml"),
      "components/schemas/_index.yaml#/BikeId": { type: "string" },
    },
  },
  "extensions/openapi.yaml": {
    files: ["openapi.yaml"],
    values: { "#/paths/~1invoices/get/responses/200": { description: "Invoices" } },
    dangling: ["gateway/defaults.yaml", "mocks/invoices.yaml"],
  },
  "gateway/openapi.yaml": {
    files: ["openapi.yaml", "security.yaml"],
    values: { "#/components/securitySchemes/default": ref("security.yaml#/default") },
  },
  "releases/latest/openapi.yaml": {
    files: ["openapi.yaml", "schemas/build.yaml", "schemas/Artefakt (groß).yaml"],
    values: {
      "#/openapi": "3.2.0",
      "#/paths/~1builds/query/responses/200/content/application~1jsonl/itemSchema":
        ref(".\\schemas\\build.yaml"),
      "#/paths/~1builds/additionalOperations/COPY/responses/201/description": "Copied",
      "schemas/Artefakt (groß).yaml#/properties/bytes": { type: "integer" },
    },
  },
};
