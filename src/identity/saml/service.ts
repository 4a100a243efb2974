import type { Config } from "../../config/index.ts";

/** What an identity provider has to know of this server. */
export interface SamlService {
  /** Where it sends people back to, with its answer. */
  readonly acsURL: string;
  /** Where somebody begins to sign in. */
  readonly startURL: string;
  /** How the server calls itself, and where its metadata are. */
  readonly entityID: string;
}

export function serviceOf({ baseUrl }: Pick<Config, "baseUrl">, providerId: string): SamlService {
  const entityID = `${baseUrl}/auth/saml/${providerId}`;
  return { acsURL: `${entityID}/acs`, startURL: `${entityID}/start`, entityID };
}
