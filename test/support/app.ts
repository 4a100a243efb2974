import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe } from "node:test";
import type { FastifyInstance } from "fastify";
import type { Context } from "../../src/api/http/context.ts";
import { createUsers } from "../../src/api/users/store.ts";
import { type Config, type Environment, readConfig } from "../../src/config/config.ts";
import type { Role } from "../../src/identity/roles/library-item-roles.ts";
import { insertToken, newToken } from "../../src/identity/tokens/tokens.ts";
import { type Clock, systemClock } from "../../src/platform/clock.ts";
import { createApp } from "../../src/server/app.ts";
import { openMigratedDatabase } from "../../src/server/bootstrap.ts";
import { openContext } from "../../src/server/open-context.ts";
import { createPreparedDatabase, type DatabaseKind, databaseKinds, type TestDatabase } from "./databases.ts";
import { adminToken } from "./server.ts";

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of all shapes; each assertion is the check
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Request {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The real application on a real database, without a port. */
export class TestApp {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly admin: Person;
  readonly organizationId: string;

  constructor(app: FastifyInstance, context: Context, admin: Person, organizationId: string) {
    this.app = app;
    this.context = context;
    this.admin = admin;
    this.organizationId = organizationId;
  }

  /** Calls an operation: `call(person, "GET /orgs")`. */
  async call(person: Person | undefined, operation: string, request: Request = {}): Promise<Reply> {
    const [method = "", path = ""] = operation.split(" ");
    const query = new URLSearchParams(
      Object.entries(request.query ?? {}).flatMap(([key, value]) =>
        [value].flat().map((item) => [key, String(item)]),
      ),
    );
    const response = await this.app.inject({
      method: method as "GET",
      url: `/v1${path}${query.size > 0 ? `?${query}` : ""}`,
      headers: { ...(person && { authorization: `Bearer ${person.token}` }), ...request.headers },
      ...(request.body !== undefined && { payload: request.body as object }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === "" ? undefined : JSON.parse(response.body),
    };
  }

  /** Calls an operation, which must succeed. */
  async ok(person: Person, operation: string, request: Request = {}): Promise<Reply["body"]> {
    const { status, body } = await this.call(person, operation, request);
    assert.ok(status < 300, `${operation} returned ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Calls an operation, which must fail with this status and a matching message. */
  async refused(
    person: Person | undefined,
    operation: string,
    status: number,
    message: RegExp,
    request: Request = {},
  ) {
    const reply = await this.call(person, operation, request);
    assert.equal(reply.status, status, `${operation} returned ${JSON.stringify(reply.body)}`);
    assert.equal(reply.body.error.code, status);
    assert.match(reply.body.error.message, message);
    return reply;
  }

  /** Creates a user who is in no organization. */
  async stranger(email = `${uniqueName()}@example.com`): Promise<Person> {
    const token = newToken();
    const now = this.context.clock.now();
    const id = await this.context.database.write(async (trx) => {
      const [user] = await createUsers(trx, [{ email }], now);
      assert.ok(user);
      await insertToken(trx, { token, userId: user.id, name: "test" }, now);
      return user.id;
    });
    return { id, email, token };
  }

  /** Creates a member of an organization, by default of the first one. */
  async member(
    role: Role | null,
    organizationId = this.organizationId,
    inviter = this.admin,
  ): Promise<Person> {
    const person = await this.stranger();
    await this.ok(inviter, `POST /orgs/${organizationId}/invites`, {
      body: { emails: [person.email], role },
    });
    return person;
  }

  async organization(title = uniqueName()): Promise<{ id: string; admin: Person }> {
    const admin = await this.stranger();
    const { id } = await this.ok(admin, "POST /orgs", { body: { title } });
    return { id, admin };
  }

  async team(title = uniqueName(), members: readonly Person[] = []): Promise<{ id: string; path: string }> {
    const body = { title, members: members.map(({ id }) => id) };
    const { id } = await this.ok(this.admin, `PUT /orgs/${this.organizationId}/teams`, { body });
    return { id, path: `/orgs/${this.organizationId}/teams/${id}` };
  }

  /** Creates a space, by default in the first organization. */
  async space(fields: object = {}, organizationId = this.organizationId, creator = this.admin) {
    return this.#create("spaces", fields, organizationId, creator);
  }

  async collection(fields: object = {}, organizationId = this.organizationId, creator = this.admin) {
    return this.#create("collections", fields, organizationId, creator);
  }

  async #create(kind: "spaces" | "collections", body: object, organizationId: string, creator: Person) {
    const { id } = await this.ok(creator, `POST /orgs/${organizationId}/${kind}`, { body });
    return { id: id as string, path: `/${kind}/${id}` };
  }

  /** Changes the content of a space or change request. */
  async change(path: string, ...changes: object[]): Promise<Reply["body"]> {
    return this.ok(this.admin, `POST ${path}/content`, { body: { changes } });
  }

  async page(path: string, title: string, fields: object = {}): Promise<string> {
    const { changes } = await this.change(path, { operation: "insert_page", title, ...fields });
    return changes[0].page.id;
  }

  async changeRequest(space: { path: string }, fields: object = {}): Promise<{ id: string; path: string }> {
    const { id } = await this.ok(this.admin, `POST ${space.path}/change-requests`, { body: fields });
    return { id, path: `${space.path}/change-requests/${id}` };
  }

  async comment(path: string, fields: object = {}, author = this.admin): Promise<Reply["body"]> {
    return this.ok(author, `POST ${path}/comments`, { body: { body: { markdown: "Hm." }, ...fields } });
  }

  /** Gives users and teams a role on a space or a collection. */
  async give(path: string, role: Role, to: { users?: readonly Person[]; teams?: readonly { id: string }[] }) {
    const ids = (list: readonly { id: string }[] | undefined) => list?.map(({ id }) => id);
    const body = {
      role,
      ...(to.users && { users: ids(to.users) }),
      ...(to.teams && { teams: ids(to.teams) }),
    };
    await this.ok(this.admin, `POST ${path}/permissions`, { body });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.context.events.flush().catch(() => {});
    await this.context.tokenUse.flush();
    await this.context.database.close();
  }
}

let names = 0;
export function uniqueName(): string {
  names += 1;
  return `name-${process.pid}-${names}`;
}

interface BootOptions {
  readonly clock?: Clock;
  readonly config?: Partial<Config>;
  readonly childPrograms?: Partial<Context["childPrograms"]>;
}

export async function bootApp(
  environment: Environment,
  { clock = systemClock, config = {}, childPrograms = {} }: BootOptions = {},
): Promise<TestApp> {
  const settings = {
    ...readConfig({ ...environment, LECTERN_ADMIN_TOKEN: adminToken }),
    rateLimit: 0,
    ...config,
  };
  const { database } = await openMigratedDatabase(settings);
  const opened = await openContext(settings, database);
  const programs = { ...opened.childPrograms, ...bundledPrograms(), ...childPrograms };
  const context = { ...opened, clock, childPrograms: programs };
  const app = await createApp(context);
  const admin = await database.read.selectFrom("users").selectAll().orderBy("id").executeTakeFirstOrThrow();
  const organization = await database.read
    .selectFrom("organizations")
    .select("id")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  return new TestApp(app, context, { id: admin.id, email: admin.email, token: adminToken }, organization.id);
}

/** The child programs of the bundle start faster than the sources. `npm test` updates the bundle first. */
function bundledPrograms(): Partial<Context["childPrograms"]> {
  if (process.env.LECTERN_TEST_BUNDLE !== "1") return {};
  const dist = new URL("../../dist/", import.meta.url);
  const folder = new URL(`${readFileSync(new URL("current", dist), "utf8")}/`, dist);
  const program = (name: string) => new URL(`server-child-processes-${name}.js`, folder);
  return {
    importer: program("importer"),
    pdfWriter: program("pdf-writer"),
    pdfPrinter: program("pdf-printer"),
    cardDrawer: program("card-drawer"),
  };
}

/** The application of a suite, which is started before its first test. */
interface SuiteContext {
  app: TestApp;
  kind: DatabaseKind;
  environment: Environment;
}

type Suite = (context: SuiteContext) => void;

/** Declares a suite for each database, with one application for all its tests. */
export function describeOnEachDatabase(title: string, suite: Suite, options: BootOptions = {}): void {
  for (const kind of databaseKinds) describeOn(kind, `${title} (${kind})`, suite, options);
}

/** Declares a suite that does not depend on the database. */
export function describeOnce(title: string, suite: Suite, options: BootOptions = {}): void {
  describeOn("sqlite", title, suite, options);
}

function describeOn(kind: DatabaseKind, title: string, suite: Suite, options: BootOptions): void {
  describe(title, () => {
    // Filled in before the first test.
    const context = { kind } as SuiteContext;
    let database: TestDatabase;
    before(async () => {
      database = await createPreparedDatabase(kind);
      context.environment = database.environment;
      context.app = await bootApp(database.environment, options);
    });
    after(async () => {
      await context.app.close();
      await database.remove();
    });
    suite(context);
  });
}
