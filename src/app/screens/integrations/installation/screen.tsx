import { useEffect } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { Integration, IntegrationInstallation } from "../../../data/api-types.ts";
import { refresh, useList, useQuery } from "../../../data/queries.ts";
import { setOrganization, useOrganizations } from "../../../data/session.ts";
import { attempt } from "../../../data/toasts.ts";
import { navigate, urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { ScreenHeader } from "../../../parts/screen-header.tsx";
import { Time } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { fieldsOf, missingLabels } from "../configuration/fields.ts";
import { IntegrationIcon } from "../integration-icon.tsx";
import { StateBadge } from "../integration-row.tsx";
import { AccountConfiguration } from "./account-configuration.tsx";
import { Targets } from "./targets.tsx";

const texts = words.integrations.installation;

interface Params {
  readonly integration: string;
  readonly installation: string;
}

/** An installation of an integration in an organization: its configuration, its spaces and its sites. */
export function Screen({ integration, installation }: Params) {
  const integrationQuery = useQuery("GET /integrations/:integrationName", { integrationName: integration });
  const query = useQuery("GET /integrations/:integrationName/installations/:installationId", {
    integrationName: integration,
    installationId: installation,
  });
  return (
    <Loaded query={integrationQuery}>
      {(loaded) => (
        <Loaded query={query}>{(found) => <Installation integration={loaded} installation={found} />}</Loaded>
      )}
    </Loaded>
  );
}

export interface InstallationProps {
  readonly integration: Integration;
  readonly installation: IntegrationInstallation;
}

function Installation({ integration, installation }: InstallationProps) {
  const { organization: organizationId } = installation.target;
  const organization = useOrganizations()?.find(({ id }) => id === organizationId);
  useEffect(() => setOrganization(organizationId), [organizationId]);
  const isAdmin = organization?.permissions.admin ?? false;
  const props = { integration, installation, isAdmin };
  const { target } = integration;
  return (
    <>
      <Header {...props} organizationTitle={organization?.title ?? ""} />
      {installation.status === "pending" && <Pending {...props} />}
      {isAdmin ? (
        <AccountConfiguration integration={integration} installation={installation} />
      ) : (
        <p class="section-text">{texts.onlyAdmins}</p>
      )}
      {(target === "all" || target === "space") && <Targets kind="space" {...props} />}
      {(target === "all" || target === "site") && <Targets kind="site" {...props} />}
      <dl class="facts">
        <dt>{texts.created}</dt>
        <dd>
          <Time at={installation.createdAt} />
        </dd>
        <dt>{texts.updated}</dt>
        <dd>
          <Time at={installation.updatedAt} />
        </dd>
        {installation.externalIds.length > 0 && (
          <>
            <dt>{texts.externalIds}</dt>
            <dd>
              {installation.externalIds.map((id) => (
                <code key={id}>{id}</code>
              ))}
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

interface HeaderProps extends InstallationProps {
  readonly organizationTitle: string;
  readonly isAdmin: boolean;
}

function Header({ integration, installation, organizationTitle, isAdmin }: HeaderProps) {
  const { name, title } = integration;
  const { organization } = installation.target;
  const params = { integrationName: name, installationId: installation.id };
  const route = "/integrations/:integrationName/installations/:installationId";
  const sites = useList(`GET ${route}/sites`, params, { limit: 1 }).count ?? 0;
  const uninstall = async () => {
    const { title: question, text, action } = texts.confirmUninstall;
    const isConfirmed = await confirm({
      ...{ title: question(title), action, isDangerous: true },
      text: `${text(installation.spaces, sites)} ${texts.uninstallTruth}`,
    });
    if (!isConfirmed) return;
    const done = await attempt(() => call(`DELETE ${route}`, params), texts.uninstalled);
    if (done === undefined) return;
    navigate(`/orgs/${organization}/integrations`, { replace: true });
    refresh(`/orgs/${organization}/installations`);
  };
  return (
    <ScreenHeader
      title={texts.title(title)}
      icon={<IntegrationIcon integration={integration} />}
      description={organizationTitle && texts.inOrganization(organizationTitle)}
      crumbs={[
        { label: words.integrations.title, href: urlOf(`/orgs/${organization}/integrations`) },
        { label: title, href: urlOf(`/integrations/${name}`) },
      ]}
    >
      <StateBadge status={installation.status} />
      {isAdmin && <Button onClick={uninstall}>{texts.uninstall}</Button>}
    </ScreenHeader>
  );
}

/** Says what is missing. Only admins know the values. */
function Pending({ integration, installation, isAdmin }: InstallationProps & { readonly isAdmin: boolean }) {
  const declaration = integration.configurations?.account;
  const missing =
    isAdmin && declaration ? missingLabels(fieldsOf(declaration), installation.configuration) : [];
  return (
    <div class="panel integration-notice" role="note">
      <strong>{texts.pending}</strong>
      <p>{missing.length > 0 ? texts.pendingText(missing.join(", ")) : texts.pendingOther}</p>
    </div>
  );
}
