import { includesRole, type Role } from "../../identity/roles/index.ts";
import { notFound } from "../../platform/index.ts";
import type { Access, Call } from "../http/index.ts";
import { type OrganizationRow, onOrganization, requireRole } from "../organizations/index.ts";
import { findMember, type MemberRow } from "./store.ts";

type MemberParams = { organizationId: string; userId: string };

/** The member that the path names, for callers with this role; with `orSelf` also for the member themselves. */
export function onMember(
  needed: Role,
  { orSelf = false } = {},
): Access<{ organization: OrganizationRow; member: MemberRow }, MemberParams> {
  const onItsOrganization = onOrganization("guest");
  return {
    rule: `Organization role \`${needed}\` or above${orSelf ? ", and the member themselves" : ""}`,
    resolve: async (call: Call<MemberParams>) => {
      const { context, caller, params } = call;
      const { organization } = await onItsOrganization.resolve(call);
      const isSelf = params.userId === caller.userId;
      if (!isSelf && !includesRole(organization.role, "read")) throw notFound("Member");
      const member = await findMember(context.database.read, organization.id, params.userId);
      if (member === undefined) throw notFound("Member");
      if (!(orSelf && isSelf)) requireRole(organization.role, needed);
      return { organization, member };
    },
  };
}
