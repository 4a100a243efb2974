// User profiles.

export { users } from "./routes.ts";
export { User } from "./schema.ts";
export {
  createUsers,
  findUsersByEmail,
  type JoinedUser,
  type OptionalJoinedUser,
  presentJoinedUser,
  presentOptionalUser,
  presentUser,
  type UserRow,
  userColumns,
} from "./store.ts";
