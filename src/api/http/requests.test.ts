import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { bootApp, describeOnEachDatabase, type TestApp } from "../../../test/support/app.ts";
import { createTestDatabase } from "../../../test/support/databases.ts";

/** The port of the application, which starts to listen on the first call. */
async function portOf({ app }: TestApp): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

describeOnEachDatabase("requests", (suite) => {
  const send = (payload: string, headers: Record<string, string> = {}) =>
    suite.app.app.inject({
      method: "POST",
      url: "/v1/orgs",
      payload,
      headers: {
        authorization: `Bearer ${suite.app.admin.token}`,
        "content-type": "application/json",
        ...headers,
      },
    });

  test("HEAD replies like GET, without the body", async () => {
    const { app } = suite;
    const server = `http://127.0.0.1:${await portOf(app)}`;
    for (const path of ["/v1/orgs", `/v1/orgs/${app.organizationId}`, "/v1/orgs/unknown", "/healthz"]) {
      const headers = { authorization: `Bearer ${app.admin.token}`, "accept-encoding": "identity" };
      const [get, head] = [
        await fetch(server + path, { headers }),
        await fetch(server + path, { headers, method: "HEAD" }),
      ];
      const text = await get.text();
      assert.deepEqual([head.status, await head.text()], [get.status, ""]);
      assert.equal(head.headers.get("content-length"), String(Buffer.byteLength(text)));
      assert.equal(head.headers.get("content-type"), get.headers.get("content-type"));
    }
  });

  test("an invalid body is refused with the reason", async () => {
    for (const [payload, status, message] of [
      ["{", 400, /body: is not valid JSON/],
      ["", 400, /body: is required/],
      ["null", 400, /body: must be object/],
      ["[]", 400, /body: must be object/],
      ['"text"', 400, /body: must be object/],
      ["[".repeat(100) + "]".repeat(100), 400, /nested more than/],
      [`{"title":"x","deep":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`, 400, /nested more than/],
      [
        JSON.stringify({ title: "null \0 character" }),
        400,
        /body\.title: must not contain the null character/,
      ],
      ['{"title":"half \\ud83d of a pair"}', 400, /body\.title: must not contain a lone surrogate/],
      [JSON.stringify({ title: "x".repeat(1024 * 1024) }), 413, /body: is larger/],
    ] as const) {
      const reply = await send(payload);
      assert.equal(reply.statusCode, status, payload.slice(0, 40));
      assert.equal(reply.json().error.code, status);
      assert.match(reply.json().error.message, message);
    }
  });

  test("a body of another type is refused with 415", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml"]) {
      const reply = await send("title=x", { "content-type": type });
      assert.equal(reply.statusCode, 415);
      assert.match(reply.json().error.message, /Content-Type: application\/json/);
    }
    assert.equal(
      (await send('{"title":"With charset"}', { "content-type": "application/json; charset=utf-8" }))
        .statusCode,
      201,
    );
  });

  test("text that only looks like a null character is stored unchanged", async () => {
    const title = "a backslash \\u0000 and ünïcödé 😀";
    const reply = await send(JSON.stringify({ title }));
    assert.equal(reply.statusCode, 201);
    assert.equal(reply.json().title, title);
  });

  test("malformed URLs are refused with an error", async () => {
    const { app } = suite;
    for (const [url, status] of [
      ["/v1/orgs/%00", 400],
      ["/v1/orgs/%E0%A4%A", 400],
      [`/v1/orgs/${"x".repeat(2000)}`, 404],
      [`/v1/orgs/${"x".repeat(9000)}`, 414],
      ["/v1/orgs/%F0%9F%98%80", 404],
      ["/v1/orgs/..%2f..%2fetc", 404],
      ["/v1/nothing", 404],
      ["/nothing", 404],
    ] as const) {
      const reply = await app.app.inject({ url, headers: { authorization: `Bearer ${app.admin.token}` } });
      assert.equal(reply.statusCode, status, url);
      assert.equal(reply.json().error.code, status);
      assert.equal(reply.headers["x-content-type-options"], "nosniff");
      assert.ok(reply.headers["x-request-id"]);
    }
    assert.equal((await app.call(app.admin, "DELETE /orgs")).status, 404);
  });

  test("input that is not HTTP is refused with the same error body", async () => {
    const { app } = suite;
    const port = await portOf(app);
    const exchange = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let reply = "";
        const socket = connect(port, "127.0.0.1", () => socket.write(text));
        socket.on("data", (chunk) => {
          reply += chunk;
        });
        socket.on("end", () => resolve(reply));
        socket.on("error", reject);
      });
    const malformed = await exchange("FOO / HTTP/1.1\r\n\r\n");
    assert.match(malformed, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.match(malformed, /\{"error":\{"code":400,"message":"The request is not well-formed HTTP"\}\}$/);
    const long = await exchange(`GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.match(long, /^HTTP\/1\.1 431 /);
    assert.match(long, /"code":431/);
    const withoutHost = await exchange("GET /v1/user HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert.match(withoutHost, /^HTTP\/1\.1 400 [\s\S]*\{"code":400,"message":"Host: is required"\}/);
    const http10 = await exchange("GET /healthz HTTP/1.0\r\n\r\n");
    assert.match(http10, /^HTTP\/1\.1 200 /);
    const withExpect = await exchange("GET /v1/user HTTP/1.1\r\nHost: x\r\nExpect: much\r\n\r\n");
    assert.match(withExpect, /^HTTP\/1\.1 417 [\s\S]*nosniff[\s\S]*\{"code":417,"message":"Expect: must be/);

    // A Content-Type without a body and a Content-Length.
    const headers = `Host: x\r\nAuthorization: Bearer ${app.admin.token}\r\nContent-Type: application/json\r\nConnection: close`;
    const { id } = await app.space();
    const deleted = await exchange(`DELETE /v1/spaces/${id} HTTP/1.1\r\n${headers}\r\n\r\n`);
    assert.match(deleted, /^HTTP\/1\.1 205 /);
    const empty = await exchange(`PATCH /v1/spaces/${id} HTTP/1.1\r\n${headers}\r\n\r\n`);
    assert.match(empty, /^HTTP\/1\.1 400 [\s\S]*body: is required/);
  });

  test("every reply has a request id and the headers of helmet", async () => {
    const { app } = suite;
    const replies = [
      await app.call(app.admin, "GET /orgs"),
      await app.call(undefined, "GET /orgs"),
      await app.call(app.admin, "GET /x"),
    ];
    assert.equal(new Set(replies.map(({ headers }) => headers["x-request-id"])).size, replies.length);
    for (const { headers } of replies) {
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["x-frame-options"], "SAMEORIGIN");
      assert.match(String(headers["content-security-policy"]), /default-src 'none'/);
      assert.match(String(headers["content-type"]), /^application\/json/);
    }
  });

  test("an internal error returns 500 without details", async () => {
    const database = await createTestDatabase(suite.kind);
    const app = await bootApp(database.environment);
    try {
      await app.context.database.write((trx) => trx.schema.dropTable("link_invites").execute());
      const reply = await app.call(app.admin, `GET /orgs/${app.organizationId}/link-invites`);
      assert.equal(reply.status, 500);
      assert.deepEqual(reply.body, {
        error: { code: 500, message: "Internal server error; see the log of the server" },
      });
    } finally {
      await app.close();
      await database.remove();
    }
  });

  test("/healthz, /readyz and /metrics need no token", async () => {
    const { app } = suite;
    for (const url of ["/healthz", "/readyz"]) assert.equal((await app.app.inject({ url })).statusCode, 200);
    await app.ok(app.admin, `GET /orgs/${app.organizationId}`);
    await app.call(app.admin, "GET /nothing/of/the/kind");
    const metrics = await app.app.inject({ url: "/metrics" });
    assert.match(String(metrics.headers["content-type"]), /^text\/plain/);
    assert.match(metrics.body, /duration_seconds_count\{method="GET",route="none",status="404"\} \d+/);
    assert.match(
      metrics.body,
      /lectern_http_request_duration_seconds_count\{method="GET",route="\/v1\/orgs\/:organizationId",status="200"\} \d+/,
    );
  });
});

describeOnEachDatabase("the rate limit", (suite) => {
  test("is counted for each token and sent in headers, and requests beyond it return 429", async () => {
    const database = await createTestDatabase(suite.kind);
    const app = await bootApp(database.environment, { config: { rateLimit: 3 } });
    try {
      const other = await app.stranger();
      for (const remaining of ["2", "1", "0"]) {
        const { headers } = await app.call(app.admin, "GET /user");
        assert.equal(headers["x-ratelimit-limit"], "3");
        assert.equal(headers["x-ratelimit-remaining"], remaining);
        assert.ok(Number(headers["x-ratelimit-reset"]) <= 60);
      }
      const { headers } = await app.refused(app.admin, "GET /user", 429, /More than 3 requests in a minute/);
      assert.ok(Number(headers["retry-after"]) > 0);
      assert.equal(headers["x-ratelimit-limit"], "3");
      assert.equal(headers["x-ratelimit-remaining"], "0");
      assert.equal(headers["x-ratelimit-reset"], headers["retry-after"]);
      assert.equal((await app.call(other, "GET /user")).status, 200);
      assert.equal((await app.app.inject({ url: "/healthz" })).statusCode, 200);
    } finally {
      await app.close();
      await database.remove();
    }
  });

  test("is larger for the tokens of visitors, which visitors with equal claims share", async () => {
    const database = await createTestDatabase(suite.kind);
    const app = await bootApp(database.environment, { config: { rateLimit: 10 } });
    try {
      const site = `/orgs/${app.organizationId}/sites`;
      const { id } = await app.ok(app.admin, `POST ${site}`, { body: { spaces: "sample" } });
      const { urls } = await app.ok(app.admin, `POST ${site}/${id}/publish`);
      const body = { url: urls.published };
      const { apiToken: token } = await app.ok(app.admin, "POST /urls/published", { body });
      const visitor = { id: "", email: "", token };
      const replies = await Promise.all(
        Array.from({ length: 201 }, () => app.call(visitor, `GET ${site}/${id}/published`)),
      );
      const refused = replies.filter(({ status }) => status === 429);
      assert.deepEqual([refused.length, refused[0]?.headers["x-ratelimit-limit"]], [1, "200"]);
    } finally {
      await app.close();
      await database.remove();
    }
  });

  test("is applied by each server alone if the shared count fails", async () => {
    const database = await createTestDatabase(suite.kind);
    const app = await bootApp(database.environment, { config: { rateLimit: 30 } });
    try {
      await app.context.database.write((trx) => trx.schema.dropTable("request_budgets").execute());
      const replies = await Promise.all(Array.from({ length: 50 }, () => app.call(app.admin, "GET /user")));
      const statuses = Object.groupBy(replies, ({ status }) => status);
      assert.deepEqual([statuses[200]?.length, statuses[429]?.length], [30, 20]);
    } finally {
      await app.close();
      await database.remove();
    }
  });
});
