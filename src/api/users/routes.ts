import { forbidden, notFound, requireFound } from "../../platform/index.ts";
import type { UserTable } from "../../storage/database/index.ts";
import { type Access, anyCaller, type OperationGroup, operation } from "../http/index.ts";
import { findVisibleUser, presentUser, User, UserUpdate, updateUser } from "./store.ts";

/** The user in the path: the caller or, for `view`, a member of the caller's organizations. */
function onUser(level: "view" | "edit"): Access<{ user: UserTable }, { userId: string }> {
  return {
    rule: level === "edit" ? "The user themselves" : "The user themselves and members of their organizations",
    resolve: async ({ context, caller, params }) => {
      const user = await findVisibleUser(context.database.read, params.userId, caller.userId);
      if (user === undefined) throw notFound("User");
      if (level === "edit" && user.id !== caller.userId)
        throw forbidden("Users can change only their own profile");
      return { user };
    },
  };
}

export const users: OperationGroup = {
  title: "Users",
  operations: [
    operation("getAuthenticatedUser", "GET /user", {
      summary: "Read the caller's own profile",
      isRepeatable: true,
      access: anyCaller(),
      reply: { 200: User },
      handle: async ({ context, caller: { userId } }) => {
        const user = requireFound(await findVisibleUser(context.database.read, userId, userId), "User");
        return presentUser(user, context.urls);
      },
    }),

    operation("getUserById", "GET /users/:userId", {
      summary: "Read a user's profile",
      isRepeatable: true,
      access: onUser("view"),
      reply: { 200: User },
      handle: ({ context, user }) => presentUser(user, context.urls),
    }),

    operation("updateUserById", "PATCH /users/:userId", {
      summary: "Change the caller's own profile",
      access: onUser("edit"),
      body: UserUpdate,
      reply: { 200: User },
      handle: async ({ context, user, body }) =>
        presentUser(await context.database.write((trx) => updateUser(trx, user.id, body)), context.urls),
    }),
  ],
};
