// Commands for the operator: what the page of the server shows and does, and checks of the installation.
export { doctor } from "./doctor.ts";
export {
  createBackup,
  deleteJob,
  listJobs,
  listOrganizations,
  removeBackup,
  retryJob,
  setLogLevel,
  showBackups,
  showSettings,
  showStatus,
} from "./operate.ts";
export { removeGarbage, showStorage } from "./storage.ts";
