import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { setPassword } from "../../src/identity/passwords/password-login.ts";
import { hashPassword } from "../../src/identity/passwords/passwords.ts";
import { operationGroups } from "../../src/workspace/operation-groups.ts";
import { describeOnce, type TestApp } from "../support/app.ts";
import { SamlClient } from "../support/saml/sign-in.ts";

type Headers = Readonly<Record<string, string>>;
const operations = operationGroups.flatMap(({ operations }) => operations);
const changing = operations.filter(({ method }) => method !== "GET");
const password = "a long password";
const baseUrl = "https://docs.example.com";

/** A path of the operation with nonexistent ids. */
const pathOf = (path: string) => `/v1${path.replace(/[:*]\w+/g, "x")}`;

const crossOriginHeaders: readonly Headers[] = [
  { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  { "sec-fetch-site": "same-site", origin: "https://evil.docs.example.com" },
  { "sec-fetch-site": "cross-site", origin: baseUrl },
  { origin: "https://evil.example" },
  { origin: "https://docs.example.com.evil.example" },
  { origin: "http://docs.example.com" },
  { origin: "null" },
];

describeOnce(
  "the session cookie",
  (suite) => {
    async function createUser(app: TestApp): Promise<string> {
      const { id, email } = await app.stranger();
      const { database, clock } = app.context;
      const hash = await hashPassword(password);
      await database.write((trx) => setPassword(trx, id, hash, clock.now()));
      return email;
    }
    const send = (url: string, payload: object, headers: Headers = {}) =>
      suite.app.app.inject({ method: "POST", url, payload, headers });
    const cookiesIn = (reply: { headers: object }) =>
      [(reply.headers as { "set-cookie"?: string | string[] })["set-cookie"] ?? []].flat();
    async function signIn(email: string, headers: Headers = {}): Promise<string> {
      const reply = await send("/auth/sign-in", { email, password }, headers);
      assert.equal(reply.statusCode, 200, reply.body);
      return cookiesIn(reply)[0]?.split(";")[0] ?? "";
    }
    const isSignedIn = async (cookie: string) => {
      // Sessions are cached for 100 ms.
      await setTimeout(110);
      return (await suite.app.app.inject({ url: "/v1/user", headers: { cookie } })).statusCode === 200;
    };

    test("is HttpOnly, Secure and bound to the host, like the other cookies", async () => {
      const { app } = suite;
      const email = await createUser(app);
      const signedIn = await send("/auth/sign-in", { email, password });
      const cookie = cookiesIn(signedIn)[0]?.split(";")[0] ?? "";
      const signedOut = await send("/auth/sign-out", {}, { cookie });
      const provider = await new SamlClient(app).provider();
      const started = await app.app.inject(new URL(provider.service.startURL).pathname);
      const all = [signedIn, signedOut, started].flatMap(cookiesIn);
      assert.equal(all.length, 3);
      for (const cookie of all) {
        assert.match(cookie, /^__Host-\w+=[\w-]*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=\w+; Secure$/);
        // Only the browser cookie is sent with a provider's cross-site form.
        assert.equal(/SameSite=None/.test(cookie), cookie.startsWith("__Host-lectern_browser="), cookie);
      }
      for (const reply of [signedIn, signedOut, started])
        assert.equal(reply.headers["cache-control"], "no-store");
    });

    test("is replaced when signing in, and invalid after signing out", async () => {
      const email = await createUser(suite.app);
      const planted = "__Host-lectern_session=lcs_planted-by-an-attacker";
      const first = await signIn(email, { cookie: planted });
      assert.notEqual(first, planted);
      assert.equal(await isSignedIn(planted), false);
      const second = await signIn(email, { cookie: first });
      assert.notEqual(second, first);
      assert.deepEqual([await isSignedIn(first), await isSignedIn(second)], [false, true]);
      await send("/auth/sign-out", {}, { cookie: second });
      assert.equal(await isSignedIn(second), false);
    });

    test("is accepted only under its full name, and never as a token", async () => {
      const [, secret = ""] = (await signIn(await createUser(suite.app))).split("=");
      assert.equal(await isSignedIn(`__Host-lectern_session=${secret}`), true);
      for (const cookie of [`lectern_session=${secret}`, `__host-lectern_session=${secret}`])
        assert.equal(await isSignedIn(cookie), false, cookie);
      const headers = { authorization: `Bearer ${secret}` };
      assert.equal((await suite.app.app.inject({ url: "/v1/user", headers })).statusCode, 401);
    });

    test("is refused in all changing operations for requests from other origins", async () => {
      const cookie = await signIn(await createUser(suite.app));
      assert.ok(changing.length > 100);
      for (const [i, { id, method, path }] of changing.entries()) {
        // The first operations are tested with all headers, the others with one each.
        const headerSets =
          i < 3 ? crossOriginHeaders : [crossOriginHeaders[i % crossOriginHeaders.length] ?? {}];
        for (const headers of headerSets) {
          const url = pathOf(path);
          const reply = await suite.app.app.inject({ method, url, headers: { cookie, ...headers } });
          assert.equal(reply.statusCode, 403, `${id} ${JSON.stringify(headers)}: ${reply.body}`);
          assert.match(reply.json().error.message, /this server's own pages/);
          assert.equal(reply.headers["access-control-allow-origin"], undefined);
        }
      }
      for (const url of ["/auth/sign-in", "/auth/sign-in-link", "/auth/sign-out", "/auth/password"])
        for (const headers of crossOriginHeaders)
          assert.equal((await send(url, {}, { cookie, ...headers })).statusCode, 403, url);
      assert.equal(await isSignedIn(cookie), true);
    });

    test("is refused with the content types that a form can send", async () => {
      const cookie = await signIn(await createUser(suite.app));
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=b",
      ]) {
        const headers = { cookie, "content-type": type };
        const payload = '{"title":"Mine"}';
        const reply = await suite.app.app.inject({ method: "POST", url: "/v1/orgs", headers, payload });
        assert.equal(reply.statusCode, 415, type);
      }
    });

    test("is not exposed to other origins by CORS headers", async () => {
      const cookie = await signIn(await createUser(suite.app));
      const origin = "https://evil.example";
      const preflight = { origin, cookie, "access-control-request-method": "PUT" };
      for (const url of ["/v1/user", "/v1/orgs", "/auth/sign-in", "/openapi.json", "/healthz"]) {
        for (const method of ["GET", "OPTIONS"] as const) {
          const { headers } = await suite.app.app.inject({ method, url, headers: preflight });
          const allowed = Object.keys(headers).filter((name) => name.startsWith("access-control-"));
          assert.deepEqual(allowed, [], `${method} ${url}`);
        }
      }
    });

    test("can be used for changes outside of /v1 on eight routes only", () => {
      const parents: string[] = [];
      const changingRoutes: string[] = [];
      for (const line of suite.app.app.printRoutes({ commonPrefix: false }).split("\n")) {
        const [, indent = "", part = "", methods = ""] =
          /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? [];
        parents.splice(indent.length / 4, parents.length, part);
        if (/POST|PUT|PATCH|DELETE/.test(methods)) changingRoutes.push(parents.join(""));
      }
      assert.ok(changingRoutes.length > 50, `${changingRoutes.length}`);
      assert.deepEqual(changingRoutes.filter((path) => !path.startsWith("/v1/")).sort(), [
        "/auth/password",
        // A provider's form is cross-origin; its signed response must match a request of this browser.
        "/auth/saml/:providerId/acs",
        "/auth/sign-in",
        "/auth/sign-in-link",
        "/auth/sign-out",
        // Uploads: the signature of the URL is checked, and no cookie is read.
        "/files/fonts/:name",
        "/files/imports",
        "/files/uploads",
      ]);
    });
  },
  { config: { baseUrl } },
);
