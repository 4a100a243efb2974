import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { before, describe, test } from "node:test";
import { GitBookAPI } from "@gitbook/api";
import { keys } from "../support/saml/certificates.ts";
import { adminToken } from "../support/server.ts";
import { useServer } from "../support/suite-server.ts";

/** A line break, terminal escapes, JSON, line separators and bidirectional characters. */
const hostileText = 'x\r\n{"level":"error","msg":"forged"}\x1b[31m\x9b31m\u2028\u202e\u2066"}';

describe("the log", () => {
  const server = useServer("sqlite", { LECTERN_LOG_LEVEL: "debug" });
  let api: GitBookAPI;
  let organization = "";
  before(async () => {
    api = new GitBookAPI({ endpoint: server.url, authToken: adminToken });
    const { data } = await api.orgs.listOrganizationsForAuthenticatedUser();
    organization = data.items[0]?.id ?? "";
  });

  async function send(head: string): Promise<void> {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.end(Buffer.from(`${head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, "latin1"));
    socket.resume().on("error", () => {});
    await once(socket, "close");
  }

  /** The log since this position. It is flushed a few times a second, so this waits for the line of a last request. */
  async function readLog(since: number): Promise<string> {
    const end = `/v1/end-${since}`;
    await send(`GET ${end} HTTP/1.1\r\nHost: x`);
    while (!server.output().includes(end, since)) await new Promise((resolve) => setTimeout(resolve, 50));
    return server.output().slice(since);
  }

  function linesOf(text: string): Record<string, unknown>[] {
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  }

  test("has one line of JSON for each event, even for hostile requests", async () => {
    const since = server.output().length;
    const oneLine = hostileText.replace(/\r\n/g, " ");
    const encoded = encodeURIComponent(hostileText);
    const requests = [
      `GET /v1/${encoded} HTTP/1.1\r\nHost: x`,
      `GET /v1/orgs/${encoded}/members HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${adminToken}`,
      `GET /v1/a\x9b31m\x7f HTTP/1.1\r\nHost: x`,
      `GET /v1/a\x1b[31m HTTP/1.1\r\nHost: x`,
      `GET /v1/user HTTP/1.1\r\nHost: ${oneLine}\r\nUser-Agent: ${oneLine}\r\nX-Request-Id: ${oneLine}`,
      `GET /v1/user HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${oneLine}\r\nReferer: ${oneLine}`,
      `G${oneLine} / HTTP/1.1\r\nHost: x`,
      "GET /v1/%ff%zz HTTP/1.1\r\nHost: x",
      `GET /v1/${"a".repeat(10_000)} HTTP/1.1\r\nHost: x`,
    ];
    for (const head of requests) await send(head);
    const { data: provider } = await api.orgs.createOrganizationSamlProvider(organization, {
      ...{ label: "Odd", entityID: "https://idp.example", ssoURL: "https://idp.example/sso" },
      certificate: keys.provider.certificate,
    });
    const xml = `<samlp:Response><saml:Issuer>${hostileText.replace("\x1b", "")}</saml:Issuer></samlp:Response>`;
    await fetch(provider.service.acsURL.replace(/^http:\/\/[^/]+/, server.url), {
      method: "POST",
      body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString("base64") }),
    });

    const text = await readLog(since);
    const lines = linesOf(text);
    assert.ok(lines.length >= requests.length);
    const isLogged = lines.some(({ reason }) => String(reason).includes("\u202e"));
    assert.ok(isLogged, "the sent text was not logged");
    const errors = lines.filter(({ msg, level }) => msg === "forged" || level === "error");
    assert.deepEqual(errors, []);
    assert.doesNotMatch(text.replaceAll("\n", ""), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  test("contains no secret from a header, URL or body", async () => {
    const since = server.output().length;
    const token = { authorization: `Bearer ${adminToken}` };
    const secrets: string[] = [adminToken];
    const secret = (name: string) => {
      const value = `secret-${name}-${secrets.length}`;
      secrets.push(value);
      return value;
    };
    const request = (path: string, init: RequestInit = {}) => fetch(server.url + path, init);
    await request("/v1/user", { headers: token });
    await request("/v1/user", { headers: { authorization: `Bearer ${secret("wrong")}` } });
    await request("/v1/user", { headers: { authorization: `Basic ${secret("basic")}` } });
    await request("/v1/user", { headers: { cookie: `lectern_session=${secret("session")}` } });
    await request(`/auth/password?link=${secret("link")}`);
    await request(`/auth/sign-in-link?link=${secret("sign-in-link")}`);
    await send(`GET /auth/password#link=${secret("fragment")} HTTP/1.1\r\nHost: x`);
    await request(`/v1/orgs?token=${secret("query")}`, { headers: token });
    await request(`/v1/orgs/${organization}/invites/${secret("invite")}`, { method: "POST", headers: token });
    const [first, ...rest] = secret("encoded");
    const encoded = `%${first?.charCodeAt(0).toString(16)}${rest.join("")}`;
    await request(`/v1/orgs/${organization}/invites/${encoded}`, { method: "POST", headers: token });
    secrets.push(encoded);
    await request(`/some/site/${secret("share-key")}`);
    await send(`GET /v1/%zz${secret("bad-url")} HTTP/1.1\r\nHost: x`);
    for (const path of [
      `/files/pdf/a/b/1/${secret("pdf")}/c.pdf`,
      `/files/integrations/a/${secret("images")}`,
      `/files/integrations/a/${secret("image")}/c`,
      `/openapi/versions/a/${secret("version")}/openapi.yaml`,
      `/files/a/b/c?signature=${secret("file")}`,
    ]) {
      await request(path);
      await request(path, { method: "HEAD" });
    }
    for (const [path, body] of [
      ["/auth/sign-in", { email: "ada@example.com", password: secret("password") }],
      ["/auth/sign-in-link", { link: secret("posted-sign-in-link") }],
      ["/auth/password", { link: secret("posted-link"), password: secret("new-password") }],
    ] as const) {
      await request(path, { method: "POST", body: new URLSearchParams(body) });
      await request(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
    }
    const text = await readLog(since);
    assert.ok(linesOf(text).length >= 20);
    const leaked = secrets.filter((value) => text.includes(value));
    assert.deepEqual(leaked, []);
  });
});
