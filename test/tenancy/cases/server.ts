import type { Case, Cases } from "../case.ts";

/** The server itself. Admins of organizations are refused, so allowed calls are made by the admin of the server. */
const asServerAdmin: Case = { send: (world) => ({ as: world.app.admin }) };
const on = (params: Readonly<Record<string, string>>, body?: object): Case => ({
  send: () => ({ params, ...(body && { body }) }),
});

export const serverCases: Cases = {
  ...Object.fromEntries(
    [
      "getServer",
      "getServerHealth",
      "listServerJobs",
      "listServerBackups",
      "listServerOrganizations",
      "getServerSettings",
    ].map((id) => [`${id} on the server, as its admin`, asServerAdmin]),
  ),
  retryServerJob: on({ jobId: "any" }),
  removeServerJob: on({ jobId: "any" }),
  deleteServerBackup: on({ backup: "any" }),
  updateServerOrganization: on({}, { trusted: true }),
  updateServerSettings: on({}, { logLevel: "debug" }),
};
