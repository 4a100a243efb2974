import { forbidden, notFound } from "../../platform/index.ts";
import type { Access, Call } from "../http/index.ts";
import { type OrganizationRow, onOrganization, requireRole } from "../organizations/index.ts";
import { managesTeam, seesTeam } from "./schema.ts";
import { findTeam, type TeamRow } from "./store.ts";

type TeamParams = { organizationId: string; teamId: string };

const rules = {
  view: "Organization role `read` or above, and the team's members",
  "manage-members": "Organization role `admin`, and the team's owners",
  admin: "Organization role `admin`",
};

export function onTeam(
  level: keyof typeof rules,
): Access<{ organization: OrganizationRow; team: TeamRow }, TeamParams> {
  const onItsOrganization = onOrganization("guest");
  return {
    rule: rules[level],
    resolve: async (call: Call<TeamParams>) => {
      const { context, caller, params } = call;
      const { organization } = await onItsOrganization.resolve(call);
      const team = await findTeam(context.database.read, organization.id, params.teamId, caller.userId);
      if (team === undefined || !seesTeam(team, organization.role)) throw notFound("Team");
      if (level === "admin") requireRole(organization.role, "admin");
      if (level === "manage-members" && !managesTeam(team, organization.role))
        throw forbidden("The members of a team are managed by its owners and by admins of the organization");
      return { organization, team };
    },
  };
}
