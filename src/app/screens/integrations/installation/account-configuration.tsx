import { call } from "../../../data/api.ts";
import { refresh } from "../../../data/queries.ts";
import { Form } from "../../../parts/form.tsx";
import { words } from "../../../words/index.ts";
import { ConfigurationFields, useConfiguration } from "../configuration/configuration-fields.tsx";
import { type Declaration, labelsOf } from "../configuration/fields.ts";
import type { InstallationProps } from "./screen.tsx";

const texts = words.integrations.configuration;

/** The configuration of an installation for the organization. */
export function AccountConfiguration({ integration, installation }: InstallationProps) {
  const declaration = integration.configurations?.account;
  const hasForm = declaration !== undefined && declaration.componentId === undefined;
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      {hasForm ? (
        <ConfigurationForm
          key={installation.id}
          integration={integration}
          installation={installation}
          declaration={declaration}
        />
      ) : (
        <p class="section-text">{declaration ? texts.ownForm : texts.none}</p>
      )}
    </section>
  );
}

function ConfigurationForm({
  integration: { name },
  installation,
  declaration,
}: InstallationProps & { readonly declaration: Declaration }) {
  const state = useConfiguration(declaration, installation.configuration);
  const save = async () => {
    const { configuration } = await call(
      "PATCH /integrations/:integrationName/installations/:installationId",
      { integrationName: name, installationId: installation.id },
      { body: { configuration: state.read() } },
    );
    state.show(configuration);
    refresh(`/integrations/${name}/installations`, `/orgs/${installation.target.organization}/installations`);
  };
  return (
    <Form
      label={texts.title}
      action={texts.save}
      done={texts.saved}
      labels={labelsOf(state.fields)}
      onSubmit={save}
    >
      <ConfigurationFields state={state} />
    </Form>
  );
}
