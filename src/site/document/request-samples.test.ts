import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { describeOperation } from "../../openapi/description/index.ts";
import { writeCurl, writeGo, writeJavaScript, writePython } from "./sample-code.ts";
import { type SampleRequest, sampleRequestOf } from "./sample-request.ts";

const run = promisify(execFile);

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const body = (type: string, media: object) => ({ requestBody: { content: { [type]: media } } });
const pet = {
  type: "object",
  properties: {
    id: { type: "string", readOnly: true },
    name: { type: "string", example: 'Tom\'s "cat" \\ `é` $HOME' },
    tags: { type: "array", items: { type: "string" } },
    owner: { type: ["object", "null"], default: null },
    parent: { $ref: "#/components/schemas/Pet" },
    isTame: { type: "boolean" },
    size: { type: "number", minimum: 0.5 },
  },
};

const operations = {
  json: body("application/json", { schema: { $ref: "#/components/schemas/Pet" } }),
  form: body("application/x-www-form-urlencoded", {
    schema: {
      type: "object",
      properties: { a: { type: "string", example: "x & y=z" }, b: { type: "integer" } },
    },
  }),
  multipart: body("multipart/form-data", {
    schema: {
      type: "object",
      properties: {
        a: { type: "string", example: "x;y @z" },
        b: { type: "integer" },
        photo: { type: "string", format: "binary" },
        more: { type: "string", format: "binary" },
      },
    },
  }),
  text: body("text/plain", { example: "@first\nsecond 'line'" }),
};

describe("requests to copy", () => {
  let last: Received | undefined;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { method, url, headers } = request;
    last = { method, url, headers, body: text };
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  let origin = "";
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-samples-"));
    await writeFile(join(folder, "file"), "of a file");
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  function sampleOf(operation: object): SampleRequest {
    const document = {
      openapi: "3.1.0",
      servers: [{ url: `${origin}/v1/` }],
      security: [{ key: [], token: [] }],
      paths: {
        "/pets/{petId}/{kind}": {
          post: {
            parameters: [
              { name: "petId", in: "path", required: true, schema: { type: "string" } },
              { name: "kind", in: "path", required: true, example: "a/b c", schema: { type: "string" } },
              { name: "tag", in: "query", required: true, example: ["x", "y&"], schema: { type: "array" } },
              { name: "limit", in: "query", schema: { type: "integer" } },
              { name: "X-Id", in: "header", required: true, schema: { type: "integer" } },
              { name: "sid", in: "cookie", required: true, schema: { type: "string", default: "s" } },
            ],
            responses: { 200: { description: "", content: { "application/json": {} } } },
            ...operation,
          },
        },
      },
      components: {
        schemas: { Pet: pet },
        securitySchemes: {
          key: { type: "apiKey", in: "query", name: "key" },
          token: { type: "http", scheme: "bearer" },
        },
      },
    };
    const description = describeOperation(document, "/pets/{petId}/{kind}", "post");
    const request = description && sampleRequestOf(description);
    assert.ok(request);
    return request;
  }

  const programs = [
    [
      "curl",
      (code: string) => run("bash", ["-c", `${code} --silent --show-error`], { cwd: folder }),
      writeCurl,
    ],
    [
      "JavaScript",
      (code: string) => run(process.execPath, ["--input-type=module", "-e", code], { cwd: folder }),
      writeJavaScript,
    ],
    ["Python", (code: string) => run("python3", ["-c", code], { cwd: folder }), writePython],
  ] as const;

  const missing: Readonly<Record<string, readonly string[]>> = {
    curl: ["curl", "--version"],
    JavaScript: [process.execPath, "--version"],
    Python: ["python3", "-c", "import requests"],
  };

  for (const [name, execute, write] of programs)
    test(`in ${name} send what they say`, async (t) => {
      const [program = "", ...args] = missing[name] ?? [];
      try {
        await run(program, args);
      } catch {
        return t.skip(`${name} is not installed`);
      }
      for (const [kind, operation] of Object.entries(operations)) {
        last = undefined;
        const request = sampleOf(operation);
        await execute(write(request));
        const received: Received | undefined = last;
        assert.ok(received, kind);
        const { method, url, headers } = received as Received;
        assert.deepEqual([method, url], ["POST", "/v1/pets/PET_ID/a%2Fb%20c?tag=x&tag=y%26&key=API_KEY"]);
        assert.partialDeepStrictEqual(
          { ...headers },
          { authorization: "Bearer TOKEN", "x-id": "1", cookie: "sid=s" },
        );
        assertBody(kind, received);
      }
    });

  function assertBody(kind: string, { headers, body: text }: Received): void {
    const type = String(headers["content-type"]);
    if (kind === "json") {
      assert.equal(type, "application/json");
      assert.deepEqual(JSON.parse(text), {
        ...{ name: pet.properties.name.example, tags: ["text"], owner: null, isTame: true, size: 0.5 },
      });
    }
    if (kind === "form") {
      assert.match(type, /^application\/x-www-form-urlencoded/);
      assert.deepEqual(
        [...new URLSearchParams(text)],
        [
          ["a", "x & y=z"],
          ["b", "1"],
        ],
      );
    }
    if (kind === "multipart") {
      assert.match(type, /^multipart\/form-data; boundary=/);
      assert.match(text, /name="a"\r\n(?:[^\r]+\r\n)*\r\nx;y @z\r\n/);
      assert.match(text, /name="b"\r\n(?:[^\r]+\r\n)*\r\n1\r\n/);
      for (const name of ["photo", "more"])
        assert.match(
          text,
          new RegExp(`name="${name}"; filename="file"\\r\\n(?:[^\\r]+\\r\\n)*\\r\\nof a file\\r\\n`),
        );
    }
    if (kind === "text") assert.deepEqual([type, text], ["text/plain", "@first\nsecond 'line'"]);
  }

  test("in Go are whole programs, which import what they use", () => {
    for (const operation of Object.values(operations)) {
      const code = writeGo(sampleOf(operation));
      const [head = "", main = ""] = code.split("func main() {");
      const imports = [...head.matchAll(/^\t"(?:\w+\/)?(\w+)"$/gm)].map(([, name]) => name);
      const used = [...main.matchAll(/\b(bytes|fmt|io|log|http|url|strings|multipart|os)\.[A-Z]/g)];
      assert.deepEqual(imports.toSorted(), [...new Set(used.map(([, name]) => name))].toSorted(), code);
    }
  });
});
