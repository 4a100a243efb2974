import type { FastifyInstance } from "fastify";
import { metricsContentType } from "../../platform/index.ts";
import { isMigrated } from "../../storage/database/index.ts";
import type { Context } from "./context.ts";

/** For whoever watches over the process: is it alive, can it work, what does it do. */
export function serveHealth(app: FastifyInstance, { database, metrics, log }: Context): void {
  app.get("/healthz", async () => ({ status: "ok" }));

  app.get("/readyz", async (_request, reply) => {
    try {
      if (await isMigrated(database)) return { status: "ready" };
      return reply.code(503).send({ status: "the database is not migrated to this version" });
    } catch (error) {
      log.warn({ err: error }, "the database does not answer");
      return reply.code(503).send({ status: "the database does not answer" });
    }
  });

  app.get("/metrics", async (_request, reply) => reply.type(metricsContentType).send(await metrics.text()));
}
