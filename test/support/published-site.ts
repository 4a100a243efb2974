import type { TestApp } from "./app.ts";

interface SiteOptions {
  readonly visibility?: string;
  readonly site?: object;
  readonly customization?: object;
  readonly pages?: readonly (readonly [title: string, options?: object])[];
}

/** Creates a published site of one space. */
export async function publishSite(
  app: TestApp,
  { visibility = "public", site = {}, customization, pages = [] }: SiteOptions = {},
) {
  const space = await app.space({ title: "Handbook" });
  const ids = new Map<string, string>();
  for (const [title, options] of pages) ids.set(title, await app.page(space.path, title, options));
  const sites = `/orgs/${app.organizationId}/sites`;
  const body = { title: "Acme", spaces: [space.id] };
  const { id } = await app.ok(app.admin, `POST ${sites}`, { body });
  const path = `${sites}/${id}`;
  if (customization) await app.ok(app.admin, `PUT ${path}/customization`, { body: customization });
  await app.ok(app.admin, `POST ${path}/publish`);
  const { urls } = await app.ok(app.admin, `PATCH ${path}`, { body: { visibility, ...site } });
  return { id: id as string, path, space, ids, url: (urls.published ?? "") as string };
}

/** Opens a URL of a site, without following redirects. */
export async function openPage(
  { app }: TestApp,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method: "GET" | "HEAD" | "POST" = "GET",
) {
  const { host } = new URL(url);
  // The path is sent as it is written.
  const target = url.replace(/^https?:\/\/[^/?]+/, "") || "/";
  const reply = await app.inject({ method, url: target, headers: { host, ...headers } });
  const { statusCode: status, body: text, rawPayload: bytes } = reply;
  return { status, headers: reply.headers, text, bytes, location: reply.headers.location };
}

/** The first cookie that a reply sets, as the browser sends it. */
export function cookieOf({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string {
  return [headers["set-cookie"]].flat().join().split(";")[0] ?? "";
}

export const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
