export { type Command, UsageError } from "./command.ts";
