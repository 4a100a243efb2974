import { faEllipsis, faPuzzlePiece } from "@fortawesome/free-solid-svg-icons";
import type { Integration } from "../../../data/api-types.ts";
import { useList } from "../../../data/queries.ts";
import { base } from "../../../navigation/base.ts";
import { urlOf } from "../../../navigation/router.ts";
import { LinkButton } from "../../../parts/button.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Menu } from "../../../parts/menu.tsx";
import { PagedList } from "../../../parts/paged-list.tsx";
import { Badge } from "../../../parts/small.tsx";
import { EmptyState } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { IntegrationRow, rowHeight, withIds } from "../integration-row.tsx";
import { IntegrationsScreen } from "../integrations-screen.tsx";
import { unpublish } from "../unpublish.ts";

const texts = words.integrations.own;

/** The integrations that an organization has published, and how to publish one. */
export function Screen({ organization }: { readonly organization: string }) {
  const list = useList(
    "GET /orgs/:organizationId/integrations",
    { organizationId: organization },
    { limit: 50, owner: organization },
  );
  return (
    <IntegrationsScreen organization={organization}>
      <section class="section">
        <p class="section-text">{texts.text}</p>
        <PagedList
          list={withIds(list)}
          label={words.integrations.tabs.own}
          rowHeight={rowHeight}
          empty={<EmptyState icon={faPuzzlePiece} title={texts.empty} text={texts.emptyText} />}
          row={(integration) => <OwnRow integration={integration} />}
        />
      </section>
      <section class="section">
        <h2>{texts.publish}</h2>
        <p class="section-text">{texts.publishText}</p>
        <div class="form">
          <CopyField
            label={texts.signIn}
            hint={texts.signInHint}
            value={`npx @gitbook/cli auth --endpoint ${location.origin}${base} --token $LECTERN_TOKEN`}
          />
          <CopyField label={texts.command} hint={texts.commandHint} value="npx @gitbook/cli publish" />
        </div>
        <p class="section-actions">
          <LinkButton href={urlOf("/account/tokens")}>{texts.token}</LinkButton>
        </p>
      </section>
    </IntegrationsScreen>
  );
}

function OwnRow({ integration }: { readonly integration: Integration }) {
  const { name, title, version, visibility, permissions } = integration;
  return (
    <IntegrationRow
      integration={integration}
      href={urlOf(`/integrations/${name}`)}
      note={texts.note(name, version)}
    >
      <Badge>{words.integrations.visibility[visibility]}</Badge>
      {permissions.admin && (
        <Menu
          label={texts.actions(title)}
          items={[
            { label: words.common.open, href: urlOf(`/integrations/${name}`) },
            {
              label: words.integrations.unpublish,
              isDangerous: true,
              onSelect: () => unpublish(integration),
            },
          ]}
        >
          <Icon of={faEllipsis} />
        </Menu>
      )}
    </IntegrationRow>
  );
}
