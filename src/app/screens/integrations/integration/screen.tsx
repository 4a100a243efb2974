import { faPlus } from "@fortawesome/free-solid-svg-icons";
import type { Integration } from "../../../data/api-types.ts";
import { useQuery } from "../../../data/queries.ts";
import { useOrganization, useOrganizations } from "../../../data/session.ts";
import { navigate, urlOf } from "../../../navigation/router.ts";
import { Button, LinkButton } from "../../../parts/button.tsx";
import { openDialog } from "../../../parts/dialog.tsx";
import { ScreenHeader } from "../../../parts/screen-header.tsx";
import { Badge } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { IntegrationIcon } from "../integration-icon.tsx";
import { unpublish } from "../unpublish.ts";
import { About } from "./about.tsx";
import { Declared } from "./declared.tsx";
import { InstallDialog } from "./install-dialog.tsx";
import { Installations } from "./installations.tsx";
import { useInstallations } from "./use-installations.ts";

/** An integration: what it is, by whom, what it may do, and where it is installed. */
export function Screen({ integration: name }: { readonly integration: string }) {
  const query = useQuery("GET /integrations/:integrationName", { integrationName: name });
  return (
    <Loaded query={query}>
      {(integration) => (
        <>
          <Header integration={integration} />
          {integration.summary && <p class="section integration-summary">{integration.summary}</p>}
          <About integration={integration} />
          <Declared integration={integration} />
          <Installations integration={integration} />
        </>
      )}
    </Loaded>
  );
}

function Header({ integration }: { readonly integration: Integration }) {
  const texts = words.integrations;
  const { name, title, description, verified, visibility, version, owner, permissions } = integration;
  const current = useOrganization();
  const organizations = useOrganizations() ?? [];
  const installations = useInstallations(name);
  const installed = installations.data?.find(({ target }) => target.organization === current?.id);
  const free = organizations.filter(
    ({ id, permissions: { admin } }) =>
      admin &&
      (visibility !== "private" || id === owner.id) &&
      !installations.data?.some(({ target }) => target.organization === id),
  );
  const mayInstall = permissions.install && installations.isComplete && free.length > 0;
  const install = () =>
    openDialog((close) => (
      <InstallDialog
        integration={integration}
        organizations={free}
        initial={free.find(({ id }) => id === current?.id)?.id ?? free[0]?.id ?? ""}
        onClose={close}
      />
    ));
  const remove = async () => {
    if (await unpublish(integration)) navigate(`/orgs/${owner.id}/integrations/own`, { replace: true });
  };
  return (
    <ScreenHeader
      title={title}
      description={description}
      icon={<IntegrationIcon integration={integration} />}
      crumbs={current ? [{ label: texts.title, href: urlOf(`/orgs/${current.id}/integrations`) }] : []}
    >
      {verified && <Badge kind="info">{texts.verified}</Badge>}
      <Badge>{texts.visibility[visibility]}</Badge>
      <Badge>{texts.version(version)}</Badge>
      {permissions.admin && <Button onClick={remove}>{texts.unpublish}</Button>}
      {installed ? (
        <LinkButton kind="primary" href={urlOf(`/integrations/${name}/installations/${installed.id}`)}>
          {texts.openInstallation}
        </LinkButton>
      ) : (
        mayInstall && (
          <Button kind="primary" icon={faPlus} onClick={install}>
            {texts.install.action}
          </Button>
        )
      )}
    </ScreenHeader>
  );
}
