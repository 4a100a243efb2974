// Members of organizations.

export { members } from "./routes.ts";
export { Member, MemberListQuery, presentMember } from "./schema.ts";
export { memberColumns, memberKeys, onMember, selectMembers, updateMember } from "./store.ts";
