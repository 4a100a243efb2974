// The commands of the command line.
export { UsageError } from "./command.ts";
export { commands } from "./commands.ts";
