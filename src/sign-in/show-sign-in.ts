import type { Context } from "../context.ts";
import { listActiveProviders } from "../resources/saml-providers/store.ts";
import { signedInPage, signInPage } from "./pages.ts";
import { serviceOf } from "./saml/service.ts";
import { readSession } from "./session-cookie.ts";
import { findSignedIn } from "./sessions.ts";

/** A page to sign in, with the ways of the organization that was named; or who is signed in already. */
export async function showSignIn(
  context: Context,
  cookies: string | undefined,
  organization: unknown,
): Promise<string> {
  const { config } = context;
  const session = readSession(cookies, config);
  const user = session && (await findSignedIn(context, session));
  if (user) return signedInPage(user.display_name, user.email);
  const ways = typeof organization === "string" ? await waysOf(context, organization) : [];
  if (config.oidc !== undefined) ways.push({ label: config.oidc.label, startURL: "/auth/oidc/start" });
  return signInPage({ ways });
}

async function waysOf(
  { config, database }: Context,
  name: string,
): Promise<{ label: string; startURL: string }[]> {
  const organization = await database.read
    .selectFrom("organizations")
    .where((eb) => eb.or([eb("id", "=", name), eb("hostname", "=", name)]))
    .select("id")
    .executeTakeFirst();
  const providers = organization ? await listActiveProviders(database.read, organization.id) : [];
  return providers.map(({ id, label }) => ({ label, startURL: serviceOf(config, id).startURL }));
}
