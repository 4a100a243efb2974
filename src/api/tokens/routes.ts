import { Type } from "@sinclair/typebox";
import { requireFound } from "../../platform/index.ts";
import {
  type Access,
  anyCaller,
  type Call,
  ListOf,
  ListQuery,
  type OperationGroup,
  operation,
  readList,
} from "../http/index.ts";
import { onOrganization } from "../organizations/index.ts";
import { presentJoinedUser, userColumns } from "../users/index.ts";
import { ApiToken, CreatedToken, MemberToken, presentToken, TokenCreate, tokenLocation } from "./schema.ts";
import {
  createToken,
  deleteTokens,
  selectCredentials,
  selectMemberTokens,
  type TokenRow,
  withTokenColumns,
} from "./store.ts";

/** The API token in the path, which must be the caller's own. */
function onToken(): Access<{ token: TokenRow }, { tokenId: string }> {
  return {
    rule: "The owner of the token",
    resolve: async (call) => ({ token: await findToken(call, call.params.tokenId) }),
  };
}

/** The token in the path, which must be bound to the organization and belong to one of its members. */
function onMemberToken(): Access<{ tokenId: string }, { organizationId: string; tokenId: string }> {
  const { rule, resolve } = onOrganization("admin");
  return {
    rule,
    resolve: async (call) => {
      const { organization } = await resolve(call);
      const found = await selectMemberTokens(call.context.database.read, organization.id)
        .where("tokens.id", "=", call.params.tokenId)
        .select("tokens.id")
        .executeTakeFirst();
      return { tokenId: requireFound(found, "API token").id };
    },
  };
}

async function findToken({ context, caller }: Call, id: string): Promise<TokenRow> {
  const found = selectCredentials(context.database.read, caller, "api").where("tokens.id", "=", id);
  return requireFound(await withTokenColumns(found).executeTakeFirst(), "API token");
}

const present = ({ context, caller }: Call, row: TokenRow) =>
  presentToken(row, caller.tokenId, tokenLocation(context.urls, row.id));

export const tokens: OperationGroup = {
  title: "API tokens",
  operations: [
    operation("listUserTokens", "GET /user/tokens", {
      summary: "List the caller's API tokens, newest first",
      access: anyCaller(),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(ApiToken) },
      handle: (call) =>
        readList(call, {
          matching: selectCredentials(call.context.database.read, call.caller, "api"),
          select: withTokenColumns,
          keys: ["tokens.id"],
          order: "desc",
          present: (rows) => rows.map((row) => present(call, row)),
        }),
    }),

    operation("createUserToken", "POST /user/tokens", {
      summary: "Create an API token of the caller, for all organizations or for one",
      access: anyCaller(),
      body: TokenCreate,
      reply: { 201: CreatedToken },
      handle: async (call) => {
        const { id, token } = await createToken(call, call.body);
        return { ...present(call, await findToken(call, id)), token };
      },
    }),

    operation("getUserToken", "GET /user/tokens/:tokenId", {
      summary: "Read one of the caller's API tokens",
      access: onToken(),
      reply: { 200: ApiToken },
      handle: (call) => present(call, call.token),
    }),

    operation("revokeUserToken", "DELETE /user/tokens/:tokenId", {
      summary: "Revoke one of the caller's API tokens",
      access: onToken(),
      reply: { 204: null },
      handle: ({ context, token }) => context.database.write((trx) => deleteTokens(trx, [token.id])),
    }),

    operation("listOrganizationTokens", "GET /orgs/:organizationId/tokens", {
      summary: "List the API tokens of members that are bound to the organization, newest first",
      access: onOrganization("admin"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(MemberToken) },
      handle: (call) => {
        const { context, organization } = call;
        return readList(call, {
          matching: selectMemberTokens(context.database.read, organization.id),
          select: (query) =>
            withTokenColumns(query)
              .innerJoin("users as owner", "owner.id", "tokens.user_id")
              .select(userColumns("owner")),
          keys: ["tokens.id"],
          order: "desc",
          present: (rows) =>
            rows.map((row) => ({
              ...presentToken(row, call.caller.tokenId, memberTokenLocation(call, row.id)),
              user: presentJoinedUser(row, "owner", context.urls),
            })),
        });
      },
    }),

    operation("revokeOrganizationToken", "DELETE /orgs/:organizationId/tokens/:tokenId", {
      summary: "Revoke an API token of a member that is bound to the organization",
      access: onMemberToken(),
      reply: { 204: null },
      handle: ({ context, tokenId }) => context.database.write((trx) => deleteTokens(trx, [tokenId])),
    }),
  ],
};

function memberTokenLocation({ context, params }: Call<{ organizationId: string }>, id: string): string {
  return context.urls.api(`/orgs/${params.organizationId}/tokens/${id}`);
}
