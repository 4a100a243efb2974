import { Type } from "@sinclair/typebox";
import { requireFound } from "../../platform/index.ts";
import {
  type Access,
  anyCaller,
  ListOf,
  ListQuery,
  type OperationGroup,
  operation,
  readList,
} from "../http/index.ts";
import { deleteTokens, withTokenColumns } from "../tokens/index.ts";
import { Account, PasswordUpdate, presentSession, Session } from "./schema.ts";
import { changePassword, readAccount, selectSessions } from "./store.ts";

/** The session in the path, which must be the caller's own. */
function onSession(): Access<{ session: { id: string } }, { sessionId: string }> {
  return {
    rule: "The user of the session",
    resolve: async (call) => {
      const found = selectSessions(call).where("tokens.id", "=", call.params.sessionId).select("tokens.id");
      return { session: requireFound(await found.executeTakeFirst(), "Session") };
    },
  };
}

export const account: OperationGroup = {
  title: "Account",
  operations: [
    operation("getUserAccount", "GET /user/account", {
      summary: "Read how the caller can sign in, and what is still to be set up",
      access: anyCaller(),
      reply: { 200: Account },
      handle: readAccount,
    }),

    operation("updateUserPassword", "PUT /user/password", {
      summary: "Change the caller's password, and end their other sessions",
      access: anyCaller(),
      body: PasswordUpdate,
      reply: { 204: null },
      handle: (call) => changePassword(call, call.body),
    }),

    operation("listUserSessions", "GET /user/sessions", {
      summary: "List the caller's sessions, newest first",
      access: anyCaller(),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(Session) },
      handle: (call) =>
        readList(call, {
          matching: selectSessions(call),
          select: withTokenColumns,
          keys: ["tokens.id"],
          order: "desc",
          present: (rows) => rows.map((row) => presentSession(row, call.caller.tokenId, call.context)),
        }),
    }),

    operation("endOtherUserSessions", "DELETE /user/sessions", {
      summary: "End all sessions of the caller except the one of this call",
      access: anyCaller(),
      reply: { 204: null },
      handle: async (call) => {
        const { context, caller } = call;
        const others = selectSessions(call).where("tokens.id", "!=", caller.tokenId).select("tokens.id");
        const ids = (await others.execute()).map(({ id }) => id);
        if (ids.length > 0) await context.database.write((trx) => deleteTokens(trx, ids));
      },
    }),

    operation("endUserSession", "DELETE /user/sessions/:sessionId", {
      summary: "End a session of the caller",
      access: onSession(),
      reply: { 204: null },
      handle: ({ context, session }) => context.database.write((trx) => deleteTokens(trx, [session.id])),
    }),
  ],
};
