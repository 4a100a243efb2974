export {
  type JoinedUser,
  type MaybeJoinedUser,
  presentJoinedUser,
  presentMaybeUser,
  userColumns,
} from "./joined-users.ts";
export { presentUser, type UserRow } from "./present.ts";
export { users } from "./routes.ts";
export { User } from "./schema.ts";
export { createUsers, findUsersByEmail } from "./store.ts";
