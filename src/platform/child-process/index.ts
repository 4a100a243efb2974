// Work in child processes, with limits on time and memory.
export { clientDisconnected, retryCautiously, withChildProcess } from "./child-process.ts";
export { runChildProgram } from "./child-program.ts";
export { removeAbandonedFolders, withTemporaryFolder } from "./temporary-folder.ts";
