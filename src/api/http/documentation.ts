import type { FastifyInstance } from "fastify";
import type { Context } from "./context.ts";
import { describeApi } from "./openapi.ts";
import type { Chapter } from "./operation.ts";

/** Permits inline scripts and styles of Scalar, and nothing from other origins. */
const referencePolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves `/openapi.json` and `/reference`. Both are generated at the first request, since most processes get none. */
export function serveDocumentation(
  app: FastifyInstance,
  { config }: Context,
  chapters: readonly Chapter[],
): void {
  let document: string | undefined;
  app.get("/openapi.json", (_request, reply) => {
    document ??= JSON.stringify(describeApi(chapters, config.baseUrl));
    return reply.type("application/json; charset=utf-8").send(document);
  });

  // Browsers request it for every page.
  app.get("/favicon.ico", (_request, reply) => reply.code(204).send());

  let reference: Promise<FastifyInstance> | undefined;
  for (const path of ["/reference", "/reference/js/scalar.js"])
    app.get(path, async (_request, reply) => {
      reference ??= createReference();
      const page = await (await reference).inject(path === "/reference" ? "/reference/" : path);
      return reply
        .header("Content-Security-Policy", referencePolicy)
        .type(String(page.headers["content-type"]))
        .send(page.body);
    });
}

/** Runs Scalar's plugin in a separate Fastify instance, whose replies are forwarded. */
async function createReference(): Promise<FastifyInstance> {
  const [{ default: Fastify }, { default: scalar }] = await Promise.all([
    import("fastify"),
    import("@scalar/fastify-api-reference"),
  ]);
  const app = Fastify();
  await app.register(scalar, {
    routePrefix: "/reference",
    configuration: {
      url: "/openapi.json",
      cdn: "/reference/js/scalar.js",
      pageTitle: "Lectern API",
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: "never",
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return app;
}
