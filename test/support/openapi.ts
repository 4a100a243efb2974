import type { RequestListener } from "node:http";
import type { TestContext } from "node:test";
import type { Context } from "../../src/api/http/context.ts";
import { runNextJob } from "../../src/server/jobs/work.ts";
import type { Person, TestApp } from "./app.ts";
import { serve } from "./fetched-site.ts";

export const specText = (title: string) =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: '1' }\npaths: {}\n`;

/** The OpenAPI specs of the first organization, in few words. */
export function specsOf(suite: { readonly app: TestApp }) {
  const home = () => `/orgs/${suite.app.organizationId}/openapi`;
  const put = (slug: string, source: object, person: Person = suite.app.admin) =>
    suite.app.ok(person, `PUT ${home()}/${slug}`, { body: { source } });
  const read = (slug: string, below = "") => suite.app.ok(suite.app.admin, `GET ${home()}/${slug}${below}`);

  /** Runs what is due, where sources on this computer may be read. */
  async function process(at: Partial<Context> = {}): Promise<void> {
    const { context } = suite.app;
    const config = { ...context.config, allowPrivateNetwork: true };
    while (await runNextJob({ ...context, config, ...at }));
  }

  /** A site that ends with the test, and shows these files. */
  async function site(
    t: TestContext,
    files: Record<string, string>,
    meanwhile: (url: string) => Promise<void> = async () => {},
  ): Promise<string> {
    const answer: RequestListener = async ({ url = "" }, response) => {
      await meanwhile(url);
      const file = files[url];
      response.statusCode = file === undefined ? 404 : 200;
      response.end(file);
    };
    return (await serve(t, answer)).url;
  }

  return { home, put, read, process, site };
}
