import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { GitBookAPI, GitBookAPIError, MemberRole } from "@gitbook/api";
import type { Chapter } from "../../src/api/http/operation.ts";
import {
  createTestDatabase,
  type DatabaseKind,
  databaseKinds,
  type TestDatabase,
} from "../support/databases.ts";
import { runLectern, type ServerProcess, startServer } from "../support/server.ts";
import { findPublished } from "./schemas.ts";

export const adminToken = "lct_conformance-admin-token";

/** A server, and official clients of it whose every answer is held against the published schema. */
export class Clients {
  readonly exercised = new Set<string>();
  readonly database: TestDatabase;
  readonly server: ServerProcess;
  readonly api: GitBookAPI;
  #organizationId = "";

  constructor(database: TestDatabase, server: ServerProcess) {
    this.database = database;
    this.server = server;
    this.api = this.clientOf(adminToken);
  }

  clientOf(token: string): GitBookAPI {
    const checkedFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const response = await fetch(input, init);
      const url = new URL(input instanceof Request ? input.url : input);
      const operation = findPublished(init?.method ?? "GET", url.pathname);
      assert.ok(operation, `${init?.method} ${url.pathname} is published`);
      const text = await response.clone().text();
      const reason = operation.check(response.status, text === "" ? undefined : JSON.parse(text));
      assert.equal(reason, undefined, `${operation.id} answers ${response.status} as published`);
      if (response.ok) this.exercised.add(operation.id);
      return response;
    };
    return new GitBookAPI({
      endpoint: this.server.url,
      authToken: token,
      serviceBinding: { fetch: checkedFetch },
    });
  }

  /** Makes an organization, which people come to from now on. */
  async newOrganization(title: string): Promise<string> {
    const response = await this.send("POST", "/orgs", { title });
    assert.equal(response.status, 201);
    const { id } = (await response.json()) as { id: string };
    this.#organizationId = id;
    return id;
  }

  /** A reader of the organization, with a client of their own. */
  async person(email: string): Promise<{ id: string; api: GitBookAPI }> {
    const { data } = await this.api.orgs.inviteUsersToOrganization(this.#organizationId, {
      emails: [email],
      role: MemberRole.Read,
    });
    return { id: data.users[0] ?? "", api: this.clientOf(await this.tokenOf(email)) };
  }

  async tokenOf(email: string): Promise<string> {
    const { stdout } = await runLectern(this.database.environment, "token", "create", "--email", email);
    return stdout.trim();
  }

  /** What the client does not know. */
  async send(method: string, path: string, body?: object): Promise<Response> {
    return fetch(path.startsWith("http") ? path : `${this.server.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}

interface Shared {
  readonly kind: DatabaseKind;
  clients: Clients;
  /** Of the first admin. */
  api: GitBookAPI;
  organizationId: string;
}

interface Running {
  readonly database: TestDatabase;
  readonly server: ServerProcess;
}

/** One server on each database, for all suites. */
const running = new Map<DatabaseKind, Promise<Running>>();
after(async () => {
  for (const started of await Promise.allSettled(running.values())) {
    if (started.status === "rejected") continue;
    const { database, server } = started.value;
    await server.stop();
    await database.remove();
  }
});

async function startOn(kind: DatabaseKind): Promise<Running> {
  const database = await createTestDatabase(kind);
  const environment = {
    ...database.environment,
    LECTERN_ADMIN_TOKEN: adminToken,
    LECTERN_RATE_LIMIT: "0",
    // What is fetched here is on this machine.
    LECTERN_ALLOW_PRIVATE_NETWORK: "true",
  };
  return { database, server: await startServer(environment) };
}

/** A suite on each database; in the end, every operation of these chapters that is published must have been called. */
export function describeWithClients(
  title: string,
  chapters: readonly Chapter[],
  suite: (test: Shared) => void,
): void {
  for (const kind of databaseKinds) {
    describe(`the official client ${title} (${kind})`, () => {
      // Filled in before the first test runs; the suite's body only passes it on.
      const shared = { kind } as Shared;
      before(async () => {
        const { database, server } = await running.getOrInsertComputed(kind, () => startOn(kind));
        shared.clients = new Clients(database, server);
        shared.api = shared.clients.api;
        shared.organizationId = await shared.clients.newOrganization(title);
      });
      suite(shared);
      test("has called every implemented operation that is published", () => {
        for (const { id, method, path } of chapters.flatMap(({ operations }) => operations)) {
          const published = findPublished(method, `/v1${path.replace(/[:*]\w+/g, "x")}`);
          if (published !== undefined) assert.ok(shared.clients.exercised.has(id), `${id} was called`);
        }
      });
    });
  }
}

export function isError(code: number) {
  return (error: unknown): boolean => error instanceof GitBookAPIError && error.code === code;
}
