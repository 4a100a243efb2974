import { useList } from "../../../data/queries.ts";

/** The installations of an integration in the organizations of the user. */
export function useInstallations(name: string) {
  return useList(
    "GET /integrations/:integrationName/installations",
    { integrationName: name },
    { limit: 100 },
    { all: true },
  );
}
