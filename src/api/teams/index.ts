export { putMembers } from "./change-members.ts";
export { presentTeam } from "./present.ts";
export { listTeamsOfMember, teams } from "./routes.ts";
export { Team } from "./schema.ts";
export { type TeamRow, teamColumns } from "./store.ts";
