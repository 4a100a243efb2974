export { putMembers } from "./change-members.ts";
export { listTeamsOfMember } from "./member-teams.ts";
export { presentTeam } from "./present.ts";
export { teams } from "./routes.ts";
export { Team } from "./schema.ts";
export { type TeamRow, teamColumns } from "./store.ts";
