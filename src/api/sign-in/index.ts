export { serveSignIn } from "./serve-sign-in.ts";
export { serveSingleSignOn } from "./serve-single-sign-on.ts";
export { keepPassword, openPasswordLink } from "./sign-in-by-password.ts";
