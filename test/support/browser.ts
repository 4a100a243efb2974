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

  /** Submits the only form of a page, with these values instead of the prefilled ones. */
  submit(page: LoadedPage, values: Readonly<Record<string, string>> = {}): Promise<LoadedPage> {
    const action = /<form [^>]*action="([^"]*)"/.exec(page.body)?.[1];
    assert.ok(action, `the page has no form: ${page.body}`);
    const inputs = [...page.body.matchAll(/<input [^>]*name="(\w+)"[^>]*value="([^"]*)"/g)];
    const fields = Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, value]));
    const target = new URL(action, page.url);
    const site = target.origin === new URL(page.url).origin ? "same-origin" : "cross-site";
    const body = new URLSearchParams({ ...fields, ...values });
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
    let [currentUrl, request] = [url, init];
    for (let hop = 0; hop < 10; hop++) {
      const response = await this.#send(currentUrl, { redirect: "manual", ...request }, site);
      const location = response.headers.get("location");
      if (location === null) return { url: currentUrl, status: response.status, body: await response.text() };
      currentUrl = new URL(location, currentUrl).href;
      request = { method: "GET" };
    }
    throw new Error(`${url} redirects more than 10 times`);
  }

  async #send(url: string, init: RequestInit, site: string): Promise<Response> {
    const { host } = new URL(url);
    const cookies = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, cookies);
    // A cross-site POST is sent without SameSite=Lax cookies.
    const isCrossSitePost = init.method === "POST" && site === "cross-site";
    const headers = new Headers(init.headers);
    headers.set("accept", headers.get("accept") ?? "text/html");
    headers.set("sec-fetch-site", site);
    if (!isCrossSitePost)
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(url, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? [];
      assert.match(rest, /; HttpOnly; SameSite=Lax/);
      if (value === "" || rest.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }
}
