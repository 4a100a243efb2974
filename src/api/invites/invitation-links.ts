import { createInvitationLink, passwordLinkUrl } from "../../identity/passwords/index.ts";
import { enforceSso } from "../../identity/sessions/index.ts";
import type { Context } from "../http/index.ts";
import type { InvitationLink } from "./schema.ts";

/** Creates the link with which a new member sets their first password. There is no mail: an admin hands it over. */
export async function createLinkForMember(
  { database, config, clock }: Context,
  organizationId: string,
  member: { readonly user_id: string; readonly email: string },
): Promise<InvitationLink> {
  const { secret, expiresAt } = await database.write(async (trx) => {
    await enforceSso(trx, member.email, config);
    return createInvitationLink(trx, { organizationId, userId: member.user_id }, clock.now());
  });
  return { object: "invitation-link", url: passwordLinkUrl(config, secret), expiresAt };
}
