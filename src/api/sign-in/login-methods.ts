import { listActiveProviders, serviceProviderFor } from "../../identity/saml/index.ts";
import { enforceSso, findTrustedOrganization } from "../../identity/sessions/index.ts";
import { LecternError, parseEmail } from "../../platform/index.ts";
import type { Context } from "../http/index.ts";

/** An identity provider at which a login can be started. */
export interface LoginProvider {
  readonly kind: "saml" | "oidc";
  readonly label: string;
  readonly startURL: string;
}

interface LoginMethods {
  /** False if the domain of the email address has to use an identity provider. */
  readonly password: boolean;
  readonly providers: readonly LoginProvider[];
  /** The organization whose providers are listed. */
  readonly organization?: { readonly id: string; readonly title: string };
}

interface Person {
  readonly email?: string;
  /** The id or hostname of an organization. */
  readonly organization?: string | undefined;
}

/**
 * How somebody can sign in. The providers of an organization are found by its name, or by the domain of an email address if
 * the operator trusts the organization: any organization can claim a domain.
 */
export async function findLoginMethods(context: Context, person: Person): Promise<LoginMethods> {
  const { config, database } = context;
  const email = parseEmail(person.email ?? "");
  const organization =
    person.organization === undefined
      ? email && (await findByDomain(context, email))
      : await findByName(context, person.organization);
  const providers = organization ? await listActiveProviders(database.read, organization.id) : [];
  return {
    password: email === undefined || (await acceptsPassword(context, email)),
    providers: [
      ...providers.map(({ id, label }) => ({
        kind: "saml" as const,
        label,
        startURL: serviceProviderFor(config, id).startURL,
      })),
      ...(config.oidc
        ? [{ kind: "oidc" as const, label: config.oidc.label, startURL: "/auth/oidc/start" }]
        : []),
    ],
    ...(organization && { organization }),
  };
}

async function acceptsPassword({ database, config }: Context, email: string): Promise<boolean> {
  try {
    await enforceSso(database.read, email, config);
    return true;
  } catch (error) {
    if (error instanceof LecternError) return false;
    throw error;
  }
}

async function findByDomain(context: Context, email: string) {
  const found = await findTrustedOrganization(context.database.read, email);
  return found && findByName(context, found.id);
}

function findByName({ database }: Context, name: string) {
  return (
    database.read
      .selectFrom("organizations")
      .where((eb) => eb.or([eb("id", "=", name), eb("hostname", "=", name)]))
      .select(["id", "title"])
      // An id takes precedence over an equal hostname.
      .orderBy((eb) => eb.case().when("id", "=", name).then(0).else(1).end())
      .executeTakeFirst()
  );
}
