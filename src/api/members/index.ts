export { onMember } from "./access.ts";
export { changeRole, markAsSso } from "./change-membership.ts";
export { presentMember } from "./present.ts";
export { members } from "./routes.ts";
export { Member } from "./schema.ts";
export { findMember, memberColumns } from "./store.ts";
