// Members of organizations.

export { members } from "./routes.ts";
export { Member, presentMember } from "./schema.ts";
export { memberColumns, onMember, updateMember } from "./store.ts";
