import assert from "node:assert/strict";

/** A page after all redirects. */
interface LoadedPage {
  readonly url: string;
  readonly status: number;
  readonly body: string;
}

/** A minimal browser for signing in: keeps cookies by host, follows redirects and submits forms. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  open(url: string): Promise<LoadedPage> {
    return this.#load(url, { method: "GET" }, "none");
  }

  /** Submits the only form of a page. */
  submit(page: LoadedPage, typed: Readonly<Record<string, string>> = {}): Promise<LoadedPage> {
    const action = /<form [^>]*action="([^"]*)"/.exec(page.body)?.[1];
    assert.ok(action, `a page with a form: ${page.body}`);
    const hidden = [...page.body.matchAll(/<input [^>]*name="(\w+)"[^>]*value="([^"]*)"/g)];
    const fields = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
    const target = new URL(action, page.url);
    const site = target.origin === new URL(page.url).origin ? "same-origin" : "cross-site";
    const body = new URLSearchParams({ ...fields, ...typed });
    return this.#load(
      target.href,
      { method: "POST", body, headers: { origin: new URL(page.url).origin } },
      site,
    );
  }

  /** Sends a request as a script of the server's own pages would. */
  fetch(url: string, init: RequestInit = {}): Promise<Response> {
    return this.#send(url, init, "same-origin");
  }

  async #load(url: string, init: RequestInit, site: string): Promise<LoadedPage> {
    let [address, sent] = [url, init];
    for (let hop = 0; hop < 10; hop++) {
      const response = await this.#send(address, { redirect: "manual", ...sent }, site);
      const location = response.headers.get("location");
      if (location === null) return { url: address, status: response.status, body: await response.text() };
      address = new URL(location, address).href;
      sent = { method: "GET" };
    }
    throw new Error(`${url} redirects too often`);
  }

  async #send(url: string, init: RequestInit, site: string): Promise<Response> {
    const { host } = new URL(url);
    const kept = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, kept);
    // A cross-site POST is sent without SameSite=Lax cookies.
    const isCrossSitePost = init.method === "POST" && site === "cross-site";
    const headers = new Headers(init.headers);
    headers.set("accept", headers.get("accept") ?? "text/html");
    headers.set("sec-fetch-site", site);
    if (!isCrossSitePost)
      headers.set("cookie", [...kept].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(url, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? [];
      assert.match(rest, /; HttpOnly; SameSite=Lax/);
      if (value === "" || rest.includes("Max-Age=0")) kept.delete(name);
      else kept.set(name, value);
    }
    return response;
  }
}
