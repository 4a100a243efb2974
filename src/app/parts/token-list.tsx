import { faKey } from "@fortawesome/free-solid-svg-icons";
import type { ApiToken } from "../data/api-types.ts";
import type { ListState } from "../data/queries.ts";
import { attempt } from "../data/toasts.ts";
import { words } from "../words/index.ts";
import { Button } from "./button.tsx";
import { confirm } from "./dialog.tsx";
import { Icon } from "./icon.tsx";
import { Badge, Time } from "./small.tsx";
import { EmptyState, Loaded } from "./states.tsx";

const texts = words.account.tokens;

interface TokenListProps<Token extends ApiToken> {
  readonly query: ListState<Token>;
  readonly texts: { readonly list: string; readonly empty: string; readonly emptyText: string };
  /** The name of the user, if the tokens are those of others. */
  readonly userOf?: (token: Token) => string;
  readonly revoke: (tokenId: string) => Promise<unknown>;
}

/** A list of API tokens, each with a way to revoke it. */
export function TokenList<Token extends ApiToken>({
  query,
  texts: own,
  userOf,
  revoke,
}: TokenListProps<Token>) {
  return (
    <Loaded query={query}>
      {(tokens) =>
        tokens.length === 0 ? (
          <EmptyState icon={faKey} title={own.empty} text={own.emptyText} />
        ) : (
          <ul class="panel rows" aria-label={own.list}>
            {tokens.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                userName={userOf?.(token)}
                onRevoke={() => attempt(() => revoke(token.id), texts.revoked(token.name))}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** An API token: its name, its user if it is somebody else's, when it expires and was used, and a way to revoke it. */
function TokenRow({
  token,
  userName,
  onRevoke,
}: {
  readonly token: ApiToken;
  readonly userName: string | undefined;
  readonly onRevoke: () => Promise<unknown>;
}) {
  const { name, prefix, createdAt, expiresAt, lastUsedAt, organization } = token;
  const isExpired = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
  const revoke = async () => {
    const { title, text, action } = texts.confirmRevoke;
    if (await confirm({ title: title(name), text, action, isDangerous: true })) await onRevoke();
  };
  return (
    <li class="tall-row">
      <span class="row-icon">
        <Icon of={faKey} />
      </span>
      <div class="row-main">
        <span class="row-title">
          {name} {prefix && <code class="muted">{prefix}…</code>}{" "}
          {isExpired && <Badge kind="warning">{texts.expired}</Badge>}
        </span>
        <span class="row-note">
          {userName !== undefined && `${userName} · `}
          {texts.created} <Time at={createdAt} />,{" "}
          {lastUsedAt ? (
            <>
              {texts.lastUsed} <Time at={lastUsedAt} />
            </>
          ) : (
            texts.neverUsed
          )}
          ,{" "}
          {expiresAt ? (
            <>
              {texts.expires} <Time at={expiresAt} />
            </>
          ) : (
            texts.neverExpires
          )}
          {organization && userName === undefined && `, ${texts.only(organization.title)}`}
        </span>
      </div>
      <Button aria-label={texts.revokeNamed(name)} onClick={revoke}>
        {texts.revoke}
      </Button>
    </li>
  );
}
