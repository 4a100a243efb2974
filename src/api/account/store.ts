import { findPassword, replacePassword } from "../../identity/passwords/index.ts";
import { isServerAdmin } from "../../identity/roles/index.ts";
import { forbidden, requireFound } from "../../platform/index.ts";
import { type Call, type Caller, onlyOrganizationOf } from "../http/index.ts";
import { firstOrganizationTitle, selectOrganizationsOf } from "../organizations/index.ts";
import { selectCredentials, withTokenColumns } from "../tokens/index.ts";
import { findVisibleUser, firstUserName, presentUser } from "../users/index.ts";
import { type PasswordUpdate, presentSession } from "./schema.ts";

/** The caller's sessions that have not expired. */
export function selectSessions({ context, caller }: Call) {
  const { database, clock } = context;
  return selectCredentials(database.read, caller, "session").where("tokens.expires_at", ">", clock.now());
}

export async function readAccount(call: Call) {
  const { context, caller } = call;
  const { read } = context.database;
  const [found, password, session, untitled, serverAdmin] = await Promise.all([
    findVisibleUser(read, caller.userId, caller.userId),
    findPassword(read, caller.userId),
    withTokenColumns(selectSessions(call)).where("tokens.id", "=", caller.tokenId).executeTakeFirst(),
    selectOrganizationsOf(read, caller)
      .where("members.role", "=", "admin")
      .where("organizations.title", "=", firstOrganizationTitle)
      .select("organizations.id")
      .orderBy("organizations.id")
      .executeTakeFirst(),
    onlyOrganizationOf(caller) === undefined && isServerAdmin(read, caller.userId),
  ]);
  const user = requireFound(found, "User");
  const hasPassword = password !== undefined;
  const canSetPassword = mayChange(caller, password) && (hasPassword || caller.loginMethod === "link");
  return {
    object: "account" as const,
    user: presentUser(user, context.urls),
    hasPassword,
    canSetPassword,
    serverAdmin,
    missing: {
      displayName: user.display_name === firstUserName,
      password: canSetPassword && !hasPassword,
      organizationTitle: untitled?.id,
    },
    session: session && presentSession(session, caller.tokenId, context),
  };
}

/** A caller who is limited to an organization may change a password that counts only there. */
function mayChange(
  caller: Caller,
  password: { readonly organization_id: string | null } | undefined,
): boolean {
  const only = onlyOrganizationOf(caller);
  return only === undefined || password?.organization_id === only;
}

/** Sets a password. The first one needs a session from a sign-in link, others need the current password. */
export async function changePassword({ context, caller }: Call, update: PasswordUpdate): Promise<void> {
  const { userId, email, tokenId, loginMethod } = caller;
  const password = await findPassword(context.database.read, userId);
  if (!mayChange(caller, password))
    throw forbidden("A session or token of one organization cannot change the password");
  if (loginMethod !== "link" && password === undefined)
    throw forbidden("A first password is set in a session from a sign-in link, or with a password link");
  await replacePassword(context, { ...update, userId, email, keptSessionId: tokenId });
}
