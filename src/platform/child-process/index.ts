export { ConcurrencyLimiter } from "../concurrency-limiter.ts";
export { SingleFlight } from "../single-flight.ts";
export { ChildCrashError, clientDisconnected, withChildProcess } from "./child-process.ts";
export { runChildProgram } from "./child-program.ts";
export { withTemporaryFolder } from "./temporary-folder.ts";
