import { importSources } from "../storage/database/index.ts";
import type { Command } from "./command.ts";

/** The commands, in the order in which the help lists them. They are loaded when they are run, so that small commands start fast. */
export const commands: readonly Command[] = [
  {
    name: "serve",
    description: "Start the server (what npm start does)",
    load: async () => (await import("./server-commands.ts")).serve,
  },
  {
    name: "doctor",
    parameters: "[--json]",
    description:
      "Check the installation and say what to do; changes nothing, and exits with 1 if something is broken",
    acceptsInvalidSettings: true,
    load: async () => (await import("./operator-commands.ts")).doctor,
  },
  {
    name: "status",
    description: "Show version, database, sizes, processes, jobs and admins of the server",
    load: async () => (await import("./operator-commands.ts")).showStatus,
  },
  {
    name: "settings",
    description: "List the settings in force, without secrets: name, environment or default, value",
    load: async () => (await import("./operator-commands.ts")).showSettings,
  },
  {
    name: "token create",
    parameters: "--email E [--name N] [--expires 30d]",
    description: "Print a new API token for this user",
    load: async () => (await import("./account-commands.ts")).createToken,
  },
  {
    name: "token list",
    parameters: "[--email E]",
    description: "List tokens: id, user, name, created, last used, expires",
    load: async () => (await import("./account-commands.ts")).listTokens,
  },
  {
    name: "token revoke",
    parameters: "ID",
    description: "Revoke a token, given its id or the token itself",
    load: async () => (await import("./account-commands.ts")).revokeToken,
  },
  {
    name: "user create",
    parameters: "--email E [--name N] [--password P]",
    description: "Create a user and print their id; --password - reads the password from standard input",
    load: async () => (await import("./account-commands.ts")).createUser,
  },
  {
    name: "user password-link",
    parameters: "--email E",
    description: "Print a link with which this user can set a password once, within a day",
    load: async () => (await import("./account-commands.ts")).printPasswordLink,
  },
  {
    name: "user sign-in-link",
    parameters: "--email E",
    description: "Print a link that signs this user in, in a browser, once, within a quarter of an hour",
    load: async () => (await import("./account-commands.ts")).printSignInLink,
  },
  {
    name: "user grant-admin",
    parameters: "--email E",
    description: "Make this user an admin of the server, who sees its page in the workspace",
    load: async () => (await import("./account-commands.ts")).grantAdmin,
  },
  {
    name: "user revoke-admin",
    parameters: "--email E [--force]",
    description: "Take these rights from this user; from the last one only with --force",
    load: async () => (await import("./account-commands.ts")).revokeAdmin,
  },
  {
    name: "user list-admins",
    description: "List the admins of the server: id, email, since when",
    load: async () => (await import("./account-commands.ts")).listAdmins,
  },
  {
    name: "organization list",
    parameters: "[--search TEXT]",
    description: "List organizations: id, whether it is trusted, members, title",
    load: async () => (await import("./operator-commands.ts")).listOrganizations,
  },
  {
    name: "organization trust",
    parameters: "ID",
    description: "Trust the identity providers and email domains of an organization on the whole server",
    load: async () => (await import("./account-commands.ts")).trustOrganization,
  },
  {
    name: "organization distrust",
    parameters: "ID",
    description: "Stop trusting an organization; users of its identity providers have to sign in again",
    load: async () => (await import("./account-commands.ts")).distrustOrganization,
  },
  {
    name: "integration verify",
    parameters: "NAME",
    description: "Show an integration as verified, until its next version",
    load: async () => (await import("./account-commands.ts")).verifyIntegration,
  },
  {
    name: "integration unverify",
    parameters: "NAME",
    description: "Show an integration as not verified",
    load: async () => (await import("./account-commands.ts")).unverifyIntegration,
  },
  {
    name: "import",
    parameters: "--space ID --source SOURCE [--replace] [--origin ID] FILE-OR-URL",
    description: `Import content into a space (${importSources.join(", ")}), while the server runs`,
    load: async () => (await import("./server-commands.ts")).importIntoSpace,
  },
  {
    name: "import-site",
    parameters: "--organization ID [--site ID] [--origins KEY=ID,…] FOLDER-ZIP-OR-URL",
    description:
      "Import the spaces of a repository with gitbook-docs.yaml or docs.yaml into a site, or update them",
    load: async () => (await import("./server-commands.ts")).importIntoSite,
  },
  {
    name: "sample remove",
    parameters: "[--organization ID]",
    description: "Delete the sample site and its spaces",
    load: async () => (await import("./server-commands.ts")).removeSample,
  },
  {
    name: "sample",
    parameters: "[--organization ID]",
    description: "Create a sample site that shows every block, and print its URL",
    load: async () => (await import("./server-commands.ts")).createSample,
  },
  {
    name: "export",
    parameters: "(--space ID | --site ID [--url URL]) FOLDER",
    description: "Write a space as Markdown, or a site as a static copy, to a folder, while the server runs",
    load: async () => (await import("./server-commands.ts")).exportFolder,
  },
  {
    name: "reindex",
    parameters: "[SPACE]",
    description: "Rebuild the search index of all spaces, or of one, while the server runs",
    load: async () => (await import("./server-commands.ts")).reindex,
  },
  {
    name: "jobs list",
    parameters: "[--state S]",
    description: "List jobs (running, waiting, failed): id, state, kind, attempts, time, progress, error",
    load: async () => (await import("./operator-commands.ts")).listJobs,
  },
  {
    name: "jobs retry",
    parameters: "[ID]",
    description: "Run a job again now, or all that have failed",
    load: async () => (await import("./operator-commands.ts")).retryJob,
  },
  {
    name: "jobs remove",
    parameters: "ID",
    description: "Remove a job that neither runs nor repeats",
    load: async () => (await import("./operator-commands.ts")).deleteJob,
  },
  {
    name: "storage clean",
    parameters: "[--dry-run]",
    description:
      "Remove what nothing refers to any more, while the server runs; --dry-run only says how much it is",
    load: async () => (await import("./operator-commands.ts")).removeGarbage,
  },
  {
    name: "storage",
    parameters: "[--organizations] [--spaces]",
    description:
      "Show what takes how much space and what could be freed, also by organization or for the largest spaces",
    load: async () => (await import("./operator-commands.ts")).showStorage,
  },
  {
    name: "log-level",
    parameters: "[LEVEL]",
    description: "Show the log level, or change it while the server runs; default: as LECTERN_LOG_LEVEL says",
    load: async () => (await import("./operator-commands.ts")).setLogLevel,
  },
  {
    name: "backups list",
    description: "List the backups in the backup folder: name, reason, time, size",
    load: async () => (await import("./operator-commands.ts")).showBackups,
  },
  {
    name: "backups create",
    description: "Write a backup into the backup folder, while the server runs, and print its name",
    load: async () => (await import("./operator-commands.ts")).createBackup,
  },
  {
    name: "backups delete",
    parameters: "NAME",
    description: "Delete a backup from the backup folder",
    load: async () => (await import("./operator-commands.ts")).removeBackup,
  },
  {
    name: "files move",
    parameters: "--to s3|database",
    description:
      "Move all files to the object storage or to the database, while the server runs; run it again to continue",
    load: async () => (await import("./server-commands.ts")).moveAllFiles,
  },
  {
    name: "files check",
    description:
      "Compare the files in the database with the object storage: list those that it lacks, and its objects without a file",
    load: async () => (await import("./server-commands.ts")).checkFiles,
  },
  {
    name: "backup",
    parameters: "[--without-files] FILE",
    description:
      "Write a backup of all data to one file, while the server runs; --without-files omits those in object storage",
    load: async () => (await import("./server-commands.ts")).backup,
  },
  {
    name: "restore",
    parameters: "FILE",
    description: "Replace all data with a backup",
    load: async () => (await import("./server-commands.ts")).restore,
  },
];
