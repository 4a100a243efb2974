import { faKey } from "@fortawesome/free-solid-svg-icons";
import type { ApiToken } from "../data/api-types.ts";
import { words } from "../words/index.ts";
import { Button } from "./button.tsx";
import { confirm } from "./dialog.tsx";
import { Icon } from "./icon.tsx";
import { Badge, Time } from "./small.tsx";

const texts = words.account.tokens;

/** An API token: its name, its user if it is somebody else's, when it expires and was used, and a way to revoke it. */
export function TokenRow({
  token,
  userName,
  onRevoke,
}: {
  readonly token: ApiToken;
  readonly userName?: string;
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
