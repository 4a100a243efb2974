// User profiles.

export { users } from "./routes.ts";
export {
  createUsers,
  findUsersByEmail,
  findVisibleUser,
  firstUserName,
  hasUser,
  type JoinedUser,
  type OptionalJoinedUser,
  presentJoinedUser,
  presentOptionalUser,
  presentUser,
  User,
  type UserRow,
  userColumns,
} from "./store.ts";
