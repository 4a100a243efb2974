// The server itself, for its admins: state, health, jobs, backups, organizations and settings.
export { serveBackupFiles } from "./backups.ts";
export { changeLogLevel, readLogLevel } from "./log-level.ts";
export { requireNoOpenRun } from "./open-runs.ts";
export { forgetProcess, heartbeatInterval, recordProcess } from "./processes.ts";
export { server } from "./routes.ts";
export { presentJob } from "./schema.ts";
export { findOrganizationIds, processId, readServer } from "./store.ts";
