import type { Chapter } from "./http/operation.ts";
import { invites } from "./resources/invites/routes.ts";
import { members } from "./resources/members/routes.ts";
import { organizations } from "./resources/organizations/routes.ts";
import { teams } from "./resources/teams/routes.ts";
import { users } from "./resources/users/routes.ts";

/** The whole API, chapter by chapter, in the order of the reference. */
export const chapters: readonly Chapter[] = [users, organizations, invites, members, teams];
