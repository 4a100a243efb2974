import { faKey } from "@fortawesome/free-solid-svg-icons";
import { call } from "../../../data/api.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { EmptyState, Loaded } from "../../../parts/states.tsx";
import { TokenRow } from "../../../parts/token-row.tsx";
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
  const revoke = async (tokenId: string, name: string) => {
    await attempt(
      () => call("DELETE /orgs/:organizationId/tokens/:tokenId", { organizationId, tokenId }),
      words.account.tokens.revoked(name),
    );
    refresh(`/orgs/${organizationId}/tokens`);
  };
  return (
    <>
      <p class="section-text">{texts.text}</p>
      <Loaded query={list}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState icon={faKey} title={texts.empty} text={texts.emptyText} />
          ) : (
            <ul class="panel rows" aria-label={texts.list}>
              {tokens.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  userName={token.user.displayName}
                  onRevoke={() => revoke(token.id, token.name)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}
