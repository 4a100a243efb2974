import type { RequestListener } from "node:http";
import type { TestContext } from "node:test";
import type { Context } from "../../src/api/http/context.ts";
import { runNextJob } from "../../src/server/jobs/work.ts";
import type { Person, TestApp } from "./app.ts";
import { serve } from "./local-site.ts";

export const specText = (title: string) =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: '1' }\npaths: {}\n`;

/** Helpers for the OpenAPI specs of the first organization. */
export function specsOf(suite: { readonly app: TestApp }) {
  const home = () => `/orgs/${suite.app.organizationId}/openapi`;
  const put = (slug: string, source: object, person: Person = suite.app.admin) =>
    suite.app.ok(person, `PUT ${home()}/${slug}`, { body: { source } });
  const read = (slug: string, subpath = "") =>
    suite.app.ok(suite.app.admin, `GET ${home()}/${slug}${subpath}`);

  /** Runs the due jobs. Sources on this machine may be fetched. */
  async function process(overrides: Partial<Context> = {}): Promise<void> {
    const { context } = suite.app;
    const config = { ...context.config, allowPrivateNetwork: true };
    while (await runNextJob({ ...context, config, ...overrides }));
  }

  /** Serves these files until the test ends. */
  async function site(
    t: TestContext,
    files: Record<string, string>,
    beforeResponse: (url: string) => Promise<void> = async () => {},
  ): Promise<string> {
    const listener: RequestListener = async ({ url = "" }, response) => {
      await beforeResponse(url);
      const file = files[url];
      response.statusCode = file === undefined ? 404 : 200;
      response.end(file);
    };
    return (await serve(t, listener)).url;
  }

  return { home, put, read, process, site };
}
