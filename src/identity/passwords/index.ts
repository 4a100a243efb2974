// Passwords: hashing, login, links to choose one, and limits on failed attempts.
export {
  createPasswordLink,
  hasPassword,
  logInByPassword,
  redeemPasswordLink,
  replacePassword,
  setPassword,
} from "./password-login.ts";
export { hashPassword, requireValidPassword } from "./passwords.ts";
