import type { Config } from "../../config/index.ts";
import { forbidden, type LecternError } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { fromTrusted } from "./trust.ts";

type Base = Pick<Config, "baseUrl">;

/** Refuses whoever has to sign in through their organization's own provider. */
export async function refuseOtherWays(db: Reader, email: string, config: Base): Promise<void> {
  const insisting = await fromTrusted(db, email).where("organizations.sso", "=", 1).executeTakeFirst();
  if (insisting !== undefined) throw useSingleSignOn(insisting.id, config);
}

export function useSingleSignOn(organizationId: string, { baseUrl }: Base): LecternError {
  return forbidden(
    `This organization wants its people to sign in through its own provider: ${baseUrl}/auth/sign-in?organization=${organizationId}`,
  );
}
