// Teams and their members.
export { putMembers } from "./change-members.ts";
export { listTeamsOfMember, teams } from "./routes.ts";
export { presentTeam, Team } from "./schema.ts";
export { teamColumns } from "./store.ts";
