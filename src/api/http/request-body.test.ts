import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";
import { publish } from "../../../test/support/integrations.ts";
import { waitForLargeRequests } from "./request-body.ts";

describeOnEachDatabase("a large body", (suite) => {
  /** A request to change a space, whose body is sent by the test. */
  async function startUpload(person: Person, spacePath: string, length: number): Promise<ClientRequest> {
    const { app } = suite.app;
    if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const upload = request({
      port,
      path: `/v1${spacePath}/content`,
      method: "POST",
      headers: {
        authorization: `Bearer ${person.token}`,
        "content-type": "application/json",
        "content-length": length,
      },
    });
    upload.on("error", () => {});
    upload.flushHeaders();
    return upload;
  }

  async function readReply(upload: ClientRequest): Promise<{ status: number; message: string }> {
    const [reply] = (await once(upload, "response")) as [IncomingMessage];
    const body = JSON.parse(Buffer.concat(await reply.toArray()).toString());
    return { status: reply.statusCode ?? 0, message: body.error?.message ?? "" };
  }

  test("is not read for callers without access", async () => {
    const { app } = suite;
    const space = await app.space();
    for (const person of [await app.stranger(), await app.member("read")]) {
      const upload = await startUpload(person, space.path, 18 * 1024 * 1024);
      // No byte of the body is sent.
      const { status } = await readReply(upload);
      assert.ok(status === 403 || status === 404, `${status}`);
      upload.destroy();
    }
  });

  test("that is too large is refused by its announced length, and the rest of a body is read", async () => {
    const { app } = suite;
    const space = await app.space();
    const startedAt = performance.now();
    const stalled = await startUpload(app.admin, space.path, 5_000_000_000);
    assert.equal((await readReply(stalled)).status, 413);
    assert.ok(performance.now() - startedAt < 5_000);
    stalled.destroy();
    // Clients that read the reply after they have sent everything get it, and can use the connection again.
    const length = 21 * 1024 * 1024;
    const upload = await startUpload(app.admin, space.path, length);
    const reply = readReply(upload);
    upload.end(Buffer.alloc(length, " "));
    await once(upload, "finish");
    assert.equal((await reply).status, 413);
  });

  test("is refused if access is revoked while it is sent", async () => {
    const { app } = suite;
    const space = await app.space({ defaultLevel: "read" });
    const editor = await app.member("read");
    await app.give(space.path, "edit", { users: [editor] });
    const change = { operation: "insert_page", title: "Page", document: { markdown: "x".repeat(100_000) } };
    const body = JSON.stringify({ changes: [change] });
    const upload = await startUpload(editor, space.path, body.length);
    upload.write(body.slice(0, 50));
    await sleep(50);
    await app.ok(app.admin, `DELETE ${space.path}/permissions/users/${editor.id}`);
    upload.end(body.slice(50));
    assert.equal((await readReply(upload)).status, 403);
  });

  test("is read first if access depends on it", async () => {
    const { app } = suite;
    const { path } = await publish(app, { visibility: "public" });
    const body = { organization: app.organizationId, padding: "x".repeat(20_000) };
    await app.refused(await app.member("read"), `POST ${path}/installations`, 403, /admin/, { body });
    await app.ok(app.admin, `POST ${path}/installations`, { body });
  });

  test("is read before access is decided if the access depends on it", async () => {
    const { app } = suite;
    const guest = await app.member(null);
    const collection = await app.collection();
    await app.give(collection.path, "create", { users: [guest] });
    const payload = JSON.stringify({ title: "Space", parent: collection.id }) + " ".repeat(20_000);
    const headers = { authorization: `Bearer ${guest.token}`, "content-type": "application/json" };
    const url = `/v1/orgs/${app.organizationId}/spaces`;
    assert.equal((await app.app.inject({ method: "POST", url, payload, headers })).statusCode, 201);
    const invite = JSON.stringify({ level: "read", collection: collection.id }) + " ".repeat(20_000);
    const invites = { method: "POST", url: `/v1/orgs/${app.organizationId}/link-invites`, headers } as const;
    assert.equal((await app.app.inject({ ...invites, payload: invite })).statusCode, 403);
  });

  test("may not have too many values", async () => {
    const { app } = suite;
    const space = await app.space();
    const body = `{"changes":[${"{},".repeat(1_000_000)}{}]}`;
    const upload = await startUpload(app.admin, space.path, body.length);
    upload.end(body);
    assert.deepEqual(await readReply(upload), {
      status: 400,
      message: "body: has more than 1,000,000 values",
    });
  });
});

describe("large requests", () => {
  /** A request whose body is larger than the default limit, and the connection of its reply. */
  const start = (userId: string, isClosed = false) => {
    const raw = Object.assign(new EventEmitter(), { destroyed: isClosed });
    const socket = new EventEmitter();
    const request = {
      headers: { "content-length": String(2 * 1024 * 1024) },
      caller: { userId },
      raw: { socket },
    };
    const started = waitForLargeRequests(
      request as unknown as FastifyRequest,
      { raw } as unknown as FastifyReply,
    );
    return { started, close: () => socket.emit("close") };
  };
  const isWaiting = async (started: Promise<void>) =>
    (await Promise.race([started, sleep(20, "waiting")])) === "waiting";

  test("wait while the caller has several others, and end with their connection", async () => {
    const running = [start("a"), start("a"), start("a"), start("a")];
    await Promise.all(running.map(({ started }) => started));
    const [waiting, closed, ofOther] = [start("a"), start("a"), start("b")];
    await ofOther.started;
    closed.close();
    await assert.rejects(closed.started, { status: 499 });
    assert.ok(await isWaiting(waiting.started));
    running[0]?.close();
    await waiting.started;
    for (const { close } of [...running, waiting, ofOther]) close();
  });

  test("whose connection is already closed take no place", async () => {
    for (let i = 0; i < 5; i++) await assert.rejects(start("a", true).started, { status: 499 });
    const { started, close } = start("a");
    await started;
    close();
  });
});
