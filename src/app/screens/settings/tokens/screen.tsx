import { call } from "../../../data/api.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { TokenList } from "../../../parts/token-list.tsx";
import { words } from "../../../words/index.ts";
import { SettingsScreen } from "../settings-screen.tsx";

const texts = words.settings.tokens;

/** The API tokens of members that are bound to the organization. */
export function Screen({ organization }: { readonly organization: string }) {
  return (
    <SettingsScreen organization={organization}>
      {({ id }) => <MemberTokens organizationId={id} />}
    </SettingsScreen>
  );
}

function MemberTokens({ organizationId }: { readonly organizationId: string }) {
  const list = useList(
    "GET /orgs/:organizationId/tokens",
    { organizationId },
    { limit: 1000 },
    { all: true },
  );
  const revoke = async (tokenId: string) => {
    await call("DELETE /orgs/:organizationId/tokens/:tokenId", { organizationId, tokenId });
    refresh(`/orgs/${organizationId}/tokens`);
  };
  return (
    <>
      <p class="section-text">{texts.text}</p>
      <TokenList query={list} texts={texts} userOf={({ user }) => user.displayName} revoke={revoke} />
    </>
  );
}
