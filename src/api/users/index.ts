// User profiles.
export {
  type JoinedUser,
  type OptionalJoinedUser,
  presentJoinedUser,
  presentOptionalUser,
  presentUser,
  type UserRow,
  userColumns,
} from "./present.ts";
export { users } from "./routes.ts";
export { User } from "./schema.ts";
export { createUsers, findUsersByEmail } from "./store.ts";
