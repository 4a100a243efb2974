import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import type { Context } from "../http/index.ts";
import { talkToBrowsers } from "./page-replies.ts";
import type { OfProvider } from "./sign-in-by-saml.ts";

/** Answers of providers that name many groups are large. */
const answerLimit = 256 * 1024;
const Answer = Type.Object({ SAMLResponse: Type.String({ minLength: 1 }) });

/** For people who prove elsewhere who they are: where they leave, and where they come back with an answer. */
export async function serveSingleSignOn(app: FastifyInstance, context: Context): Promise<void> {
  talkToBrowsers(app);
  const loadSaml = () => import("./sign-in-by-saml.ts");
  app.get<OfProvider>("/auth/saml/:providerId", async (request, reply) =>
    (await loadSaml()).sendMetadata(context, request, reply),
  );
  app.get<OfProvider>("/auth/saml/:providerId/start", async (request, reply) =>
    (await loadSaml()).startSaml(context, request, reply),
  );
  app.post<OfProvider & { Body: { SAMLResponse: string } }>(
    "/auth/saml/:providerId/acs",
    { schema: { body: Answer }, bodyLimit: answerLimit },
    async (request, reply) => (await loadSaml()).finishSaml(context, request, reply),
  );

  const { oidc } = context.config;
  if (oidc === undefined) return;
  const loadOidc = () => import("./sign-in-by-oidc.ts");
  app.get("/auth/oidc/start", async (request, reply) =>
    (await loadOidc()).startOidc(context, oidc, request, reply),
  );
  app.get("/auth/oidc/callback", async (request, reply) =>
    (await loadOidc()).finishOidc(context, oidc, request, reply),
  );
}
