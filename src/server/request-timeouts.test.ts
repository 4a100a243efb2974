import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { describeOnce } from "../../test/support/app.ts";
import { createApp } from "./app.ts";

const timeouts = { upload: 60_000, others: 200 };

describeOnce("a request that arrives slowly", (suite) => {
  /** Sends a request to a server with short timeouts, one byte of the body at a time, until the server closes the connection or all are sent. */
  async function sendSlowly(requestLine: string, length: number) {
    const app = await createApp(suite.app.context, timeouts);
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
    const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
    const ended = once(socket, "end");
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
    });
    // The server may close the connection while bytes are sent.
    socket.on("error", () => {});
    const headers = [
      `Host: ${new URL(suite.app.context.config.baseUrl).host}`,
      `Authorization: Bearer ${suite.app.admin.token}`,
      "Content-Type: application/json",
      `Content-Length: ${length}`,
      "Connection: close",
    ];
    socket.write([`${requestLine} HTTP/1.1`, ...headers, "", ""].join("\r\n"));
    for (let sent = 0; sent < length && !socket.closed; sent++) {
      socket.write("1");
      await wait(50);
    }
    const isClosed = socket.closed;
    await ended;
    socket.destroy();
    await app.close();
    return { reply: received, isClosed };
  }

  test("is refused, and its connection closed though the client goes on", async () => {
    const { reply, isClosed } = await sendSlowly("POST /v1/orgs", 100);
    assert.match(reply, /^HTTP\/1\.1 408 /);
    assert.match(reply, /The request took too long to arrive/);
    assert.ok(isClosed);
  });

  test("is accepted if it uploads a file", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const body = { name: "a.txt", size: 10 };
    const { url } = await app.ok(app.admin, `POST ${path}/content/files/upload`, { body });
    const { pathname, search } = new URL(url);
    const { reply } = await sendSlowly(`PUT ${pathname}${search}`, 10);
    assert.match(reply, /^HTTP\/1\.1 201 /);
    assert.equal((await app.ok(app.admin, `GET ${path}/content/files`)).items.length, 1);
  });
});
