export { countTry, forgetFailures } from "./failures.ts";
export { hashPassword, isPassword, requirePassword, requirePlace } from "./passwords.ts";
