// User profiles.

export { users } from "./routes.ts";
export {
  createUsers,
  findUsersByEmail,
  findVisibleUser,
  firstUserName,
  type JoinedUser,
  loadUserPresenter,
  type OptionalJoinedUser,
  onUserId,
  presentJoinedUser,
  presentOptionalUser,
  presentUser,
  User,
  type UserRow,
  userColumns,
} from "./store.ts";
