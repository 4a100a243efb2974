// Passwords: hashing, login, links to choose one, and limits on failed attempts.
export { signInLimits } from "./login-attempts.ts";
export {
  createInvitationLink,
  createPasswordLink,
  findPasswordLink,
  passwordLinkUrl,
  redeemPasswordLink,
} from "./password-links.ts";
export { findPassword, logInByPassword, replacePassword, setPassword } from "./password-login.ts";
export { hashPassword, requireValidPassword } from "./passwords.ts";
