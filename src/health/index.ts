// The health of an installation: checks of settings, database, disk, clock, addresses, backups and jobs, with advice.
export { type Check, checkAreas, formatBytes, formatDuration, worstStatus } from "./check.ts";
export { kindNames } from "./check-database.ts";
export { freeSpace } from "./check-disk.ts";
export { examineInstallation, examineServer } from "./examine.ts";
