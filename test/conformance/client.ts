import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { GitBookAPI, GitBookAPIError, MemberRole } from "@gitbook/api";
import type { OperationGroup } from "../../src/api/http/operation.ts";
import { type Environment, readConfig } from "../../src/config/config.ts";
import { insertToken, newToken } from "../../src/identity/tokens/tokens.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { openDatabase } from "../../src/storage/open-database.ts";
import {
  createTestDatabase,
  type DatabaseKind,
  databaseKinds,
  type TestDatabase,
} from "../support/databases.ts";
import { adminToken, callServer, runLectern, type ServerProcess, startServer } from "../support/server.ts";
import { findUnreadableFields } from "./newest.ts";
import { findPublished } from "./schemas.ts";

/** Official clients of one server. Every response is checked against the published schema. */
export class Clients {
  readonly calledOperations = new Set<string>();
  readonly url: string;
  readonly api: GitBookAPI;
  readonly #environment: Environment;
  #organizationId = "";

  constructor({ url, environment }: { readonly url: string; readonly environment: Environment }) {
    this.url = url;
    this.#environment = environment;
    this.api = this.clientOf(adminToken);
  }

  clientOf(token: string): GitBookAPI {
    const checkedFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const response = await fetch(input, init);
      const url = new URL(input instanceof Request ? input.url : input);
      const operation = findPublished(init?.method ?? "GET", url.pathname);
      assert.ok(operation, `${init?.method} ${url.pathname} is not published`);
      const text = await response.clone().text();
      const body = text === "" ? undefined : JSON.parse(text);
      const reason = operation.check(response.status, body);
      assert.equal(
        reason,
        undefined,
        `${operation.id} responds with ${response.status}, but not as published`,
      );
      const unreadable = findUnreadableFields(operation.id, response.status, body);
      assert.deepEqual(unreadable, [], `${operation.id} is not readable by newer clients`);
      if (response.ok) this.calledOperations.add(operation.id);
      return response;
    };
    return new GitBookAPI({ endpoint: this.url, authToken: token, serviceBinding: { fetch: checkedFetch } });
  }

  /** Creates an organization, whose members `person` creates. */
  async newOrganization(title: string): Promise<string> {
    this.#organizationId = (await this.call("POST /orgs", { title })).id;
    return this.#organizationId;
  }

  /** Creates a reader of the organization with their own client. */
  async person(email: string): Promise<{ id: string; api: GitBookAPI }> {
    const { data } = await this.api.orgs.inviteUsersToOrganization(this.#organizationId, {
      emails: [email],
      role: MemberRole.Read,
    });
    return { id: data.users[0] ?? "", api: this.clientOf(await this.tokenOf(email)) };
  }

  /** Creates a token of a user in the database, since the command would start a process. */
  async tokenOf(email: string): Promise<string> {
    const token = newToken();
    const database = openDatabase(readConfig(this.#environment));
    try {
      await database.write(async (trx) => {
        const { id: userId } = await trx
          .selectFrom("users")
          .select("id")
          .where("email", "=", email.toLowerCase())
          .executeTakeFirstOrThrow();
        await insertToken(trx, { token, userId, name: "test" }, systemClock.now());
      });
    } finally {
      await database.close();
    }
    return token;
  }

  lectern(...args: string[]) {
    return runLectern(this.#environment, ...args);
  }

  /** Calls an operation as the admin, without the official client. */
  call(operation: string, body?: object) {
    return callServer(this.url, operation, body);
  }

  /** Changes the content of a space or change request, and returns the ids of the pages. */
  async change(path: string, ...changes: object[]): Promise<string[]> {
    const result = await this.call(`POST ${path}/content?compat=false`, { changes });
    return result.changes.map(({ page }: { page: { id: string } | string }) =>
      typeof page === "string" ? page : page.id,
    );
  }
}

interface SuiteContext {
  readonly kind: DatabaseKind;
  clients: Clients;
  /** The client of the first admin. */
  api: GitBookAPI;
  organizationId: string;
}

/** One server on each database, for all suites. */
const running = new Map<DatabaseKind, Promise<{ database: TestDatabase; server: ServerProcess }>>();
after(async () => {
  for (const started of await Promise.allSettled(running.values())) {
    if (started.status === "rejected") continue;
    await started.value.server.stop();
    await started.value.database.remove();
  }
});

async function startOn(kind: DatabaseKind) {
  const database = await createTestDatabase(kind);
  const settings = {
    LECTERN_ADMIN_TOKEN: adminToken,
    LECTERN_RATE_LIMIT: "0",
    LECTERN_ALLOW_PRIVATE_NETWORK: "true",
  };
  return { database, server: await startServer({ ...database.environment, ...settings }) };
}

/** Declares a suite for each database. Its last test asserts that all published operations of the groups were called. */
export function describeWithClients(
  title: string,
  operationGroups: readonly OperationGroup[],
  suite: (context: SuiteContext) => void,
): void {
  for (const kind of databaseKinds) {
    describe(`the official client ${title} (${kind})`, () => {
      // Filled in before the first test.
      const context = { kind } as SuiteContext;
      before(async () => {
        const { database, server } = await running.getOrInsertComputed(kind, () => startOn(kind));
        context.clients = new Clients({ url: server.url, environment: database.environment });
        context.api = context.clients.api;
        context.organizationId = await context.clients.newOrganization(title);
      });
      suite(context);
      test("has called every implemented operation that is published", () => {
        for (const { id, method, path } of operationGroups.flatMap(({ operations }) => operations)) {
          const published = findPublished(method, `/v1${path.replace(/[:*]\w+/g, "x")}`);
          if (published !== undefined)
            assert.ok(context.clients.calledOperations.has(id), `${id} was never called`);
        }
      });
    });
  }
}

export function idsOf({ items }: { readonly items: readonly { readonly id: string }[] }): string[] {
  return items.map(({ id }) => id);
}

export function isError(code: number) {
  return (error: unknown): boolean => error instanceof GitBookAPIError && error.code === code;
}
