import type { Organization } from "../../data/api-types.ts";
import { TextAreaField } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { words } from "../../words/index.ts";
import { updateOrganization } from "./settings-screen.tsx";

const texts = words.settings.domains;

/** The e-mail domains of an organization. */
export function EmailDomains({ organization }: { readonly organization: Organization }) {
  const save = (form: FormData) => {
    const domains = String(form.get("emailDomains"))
      .split(/[\s,;]+/)
      .map((domain) => domain.replace(/^@/, ""))
      .filter((domain) => domain !== "");
    return updateOrganization(organization.id, { emailDomains: domains });
  };
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <Form kind="plain" label={texts.title} action={texts.save} done={texts.saved} onSubmit={save}>
        <TextAreaField
          label={texts.label}
          name="emailDomains"
          rows={3}
          hint={texts.hint}
          initialValue={organization.emailDomains.join("\n")}
        />
      </Form>
    </section>
  );
}
