// Members of organizations.
export { onMember } from "./access.ts";
export { updateMember } from "./change-membership.ts";
export { members } from "./routes.ts";
export { Member, presentMember } from "./schema.ts";
export { memberColumns } from "./store.ts";
