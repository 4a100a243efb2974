import { listActiveProviders, serviceOf } from "../../identity/saml/index.ts";
import { findSignedIn, readSession } from "../../identity/sessions/index.ts";
import type { Context } from "../http/index.ts";
import { signedInPage, signInPage } from "./pages.ts";

/** Who is signed in already; or a page to sign in, with the ways of the organization that was named. */
export async function showSession(
  context: Context,
  cookies: string | undefined,
  organization: unknown,
): Promise<string> {
  const session = readSession(cookies, context.config);
  const user = session && (await findSignedIn(context, session));
  if (user) return signedInPage(user.display_name, user.email);
  return showSignIn(context, typeof organization === "string" ? { organization } : {});
}

export async function showSignIn(
  context: Context,
  { organization, mistake }: { organization?: string; mistake?: string },
): Promise<string> {
  const { oidc } = context.config;
  const ways = organization === undefined ? [] : await waysOf(context, organization);
  if (oidc !== undefined) ways.push({ label: oidc.label, startURL: "/auth/oidc/start" });
  return signInPage({ ways, ...(mistake !== undefined && { mistake }) });
}

async function waysOf(
  { config, database }: Context,
  name: string,
): Promise<{ label: string; startURL: string }[]> {
  const organization = await database.read
    .selectFrom("organizations")
    .where((eb) => eb.or([eb("id", "=", name), eb("hostname", "=", name)]))
    .select("id")
    // A hostname could be chosen to look like an id.
    .orderBy((eb) => eb.case().when("id", "=", name).then(0).else(1).end())
    .executeTakeFirst();
  const providers = organization ? await listActiveProviders(database.read, organization.id) : [];
  return providers.map(({ id, label }) => ({ label, startURL: serviceOf(config, id).startURL }));
}
