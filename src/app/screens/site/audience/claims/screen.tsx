import { useEffect, useState } from "preact/hooks";
import { ApiError, call } from "../../../../data/api.ts";
import { refresh, useQuery } from "../../../../data/queries.ts";
import { attempt } from "../../../../data/toasts.ts";
import { Button } from "../../../../parts/button.tsx";
import { ChoiceField } from "../../../../parts/choice-field.tsx";
import { type LoadedSchema, useSchema } from "../../../../parts/claims/use-schema.ts";
import { CopyButton } from "../../../../parts/copy-field.tsx";
import { Checkbox, TextAreaField } from "../../../../parts/field.tsx";
import { Form } from "../../../../parts/form.tsx";
import { Loaded } from "../../../../parts/states.tsx";
import { words } from "../../../../words/index.ts";
import type { SiteScreenProps } from "../../site-screen.tsx";
import { AudienceScreen, type SitePartProps } from "../audience-screen.tsx";
import { ClaimList } from "./claim-list.tsx";
import {
  claimOfField,
  type EditedSchema,
  emptySchema,
  findWrongName,
  readSchema,
  writeSchema,
} from "./edit-schema.ts";

const texts = words.siteAudience.claims;

/** The claims about the visitors of a site, and the conditions that can be made of them. */
export function Screen({ organization, site: siteId }: SiteScreenProps) {
  const schema = useSchema(organization, siteId);
  return (
    <AudienceScreen organization={organization} site={siteId}>
      {(site) => (
        <>
          <section class="section">
            <h2>{texts.title}</h2>
            <p class="section-text">{texts.text}</p>
            <AdaptiveContent organization={organization} site={site} />
            <Loaded query={schema}>
              {(loaded) => <EditableSchema organization={organization} site={site} loaded={loaded} />}
            </Loaded>
          </section>
          <Conditions organization={organization} site={site} />
        </>
      )}
    </AudienceScreen>
  );
}

function AdaptiveContent({ organization, site }: SitePartProps) {
  const set = async (enabled: boolean) => {
    await attempt(
      () =>
        call(
          "PATCH /orgs/:organizationId/sites/:siteId",
          { organizationId: organization, siteId: site.id },
          { body: { adaptiveContent: { enabled } } },
        ),
      enabled ? texts.enabledDone : texts.disabledDone,
    );
    refresh(`/orgs/${organization}/sites/${site.id}`);
  };
  return (
    <div class="section-text">
      <Checkbox
        label={texts.enabled}
        hint={texts.enabledHint}
        checked={site.adaptiveContent?.enabled ?? true}
        disabled={!site.permissions.editAdaptiveSchema}
        onChange={set}
      />
    </div>
  );
}

/** The form, with the schema that is loaded. If somebody else saves another one, what is typed stays. */
function EditableSchema({ loaded, ...part }: SitePartProps & { readonly loaded: LoadedSchema }) {
  const [shown, setShown] = useState(loaded);
  const [isTyped, setTyped] = useState(false);
  const show = (schema: LoadedSchema) => {
    setShown(schema);
    setTyped(false);
  };
  // What was saved here may be known before it is loaded again.
  const isNewer = loaded.updatedAt > shown.updatedAt;
  useEffect(() => {
    if (isNewer && !isTyped) show(loaded);
  }, [isNewer, isTyped, loaded]);
  return (
    <>
      {isNewer && isTyped && (
        <p class="section-text" role="alert">
          {texts.savedByOthers} <Button onClick={() => show(loaded)}>{texts.showTheirs}</Button>
        </p>
      )}
      <SchemaForm
        key={shown.updatedAt}
        {...part}
        schema={shown.jsonSchema ?? emptySchema}
        onType={() => setTyped(true)}
        onSaved={show}
      />
    </>
  );
}

interface SchemaFormProps extends SitePartProps {
  readonly schema: Record<string, unknown>;
  readonly onType: () => void;
  readonly onSaved: (schema: LoadedSchema) => void;
}

function SchemaForm({ organization, site, schema, onType, onSaved }: SchemaFormProps) {
  const [view, setView] = useState<"form" | "json">("form");
  const [edited, setEdited] = useState<EditedSchema>(() => readSchema(schema));
  const [json, setJson] = useState("");
  const isAllowed = site.permissions.editAdaptiveSchema;
  const show = (next: "form" | "json") => {
    if (next === "json") setJson(JSON.stringify(writeSchema(edited), null, 2));
    else setEdited(readSchema(parseJson(json)));
    setView(next);
  };
  const save = async () => {
    const jsonSchema = view === "json" ? parseJson(json) : checked(edited);
    try {
      const saved = await call(
        "PUT /orgs/:organizationId/sites/:siteId/adaptive-schema",
        { organizationId: organization, siteId: site.id },
        { body: { jsonSchema } },
      );
      onSaved(saved);
    } catch (error) {
      throw nameClaim(error);
    }
    refresh(`/orgs/${organization}/sites/${site.id}`);
  };
  const setClaims = (claims: EditedSchema["claims"]) => {
    setEdited({ ...edited, claims });
    onType();
  };
  const typeJson = (text: string) => {
    setJson(text);
    onType();
  };
  const isJsonWrong = view === "json" && wrongJson(json) !== undefined;
  if (!isAllowed)
    return (
      <>
        <p class="section-text">{texts.onlyAdmins}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keys. */}
        <pre class="code-sample" tabIndex={0}>
          {JSON.stringify(schema, null, 2)}
        </pre>
      </>
    );
  return (
    <Form label={texts.label} action={texts.save} done={texts.saved} onSubmit={save}>
      <div class="short-choices">
        <ChoiceField
          label={texts.views}
          value={view}
          choices={[
            { value: "form", label: texts.form, disabled: isJsonWrong },
            { value: "json", label: texts.json },
          ]}
          onChange={show}
        />
      </div>
      {view === "form" ? (
        <ClaimList claims={edited.claims} onChange={setClaims} />
      ) : (
        <TextAreaField
          label={texts.jsonLabel}
          hint={texts.jsonHint}
          error={wrongJson(json)}
          rows={20}
          isCode
          initialValue={json}
          onInput={typeJson}
        />
      )}
    </Form>
  );
}

function wrongJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return texts.jsonWrong((error as Error).message);
  }
}

function parseJson(text: string): Record<string, unknown> {
  const wrong = wrongJson(text);
  if (wrong !== undefined) throw new ApiError(400, wrong);
  return JSON.parse(text) as Record<string, unknown>;
}

function checked(edited: EditedSchema): Record<string, unknown> {
  const wrong = findWrongName(edited.claims);
  if (wrong !== undefined) throw new ApiError(400, wrong === "" ? texts.nameless : texts.twice(wrong));
  return writeSchema(edited);
}

/** An error that names a claim as the form does, instead of a field of the schema. */
function nameClaim(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.field === undefined) return error;
  const found = claimOfField(error.field);
  if (found === undefined) return error;
  const part =
    found.part in texts.fields ? texts.fields[found.part as keyof typeof texts.fields] : found.part;
  const name = part === "" ? found.claim : `${found.claim}, ${part}`;
  return new ApiError(error.status, `${texts.claim(name)}: ${error.text}`);
}

function Conditions({ organization, site }: SitePartProps) {
  const conditions = useQuery("GET /orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions", {
    organizationId: organization,
    siteId: site.id,
  });
  return (
    <section class="section">
      <h2>{texts.conditions}</h2>
      <p class="section-text">{texts.conditionsText}</p>
      <Loaded query={conditions}>
        {({ items }) => (
          <ul class="panel rows conditions" aria-label={texts.conditions}>
            {items.map(({ condition, description }) => (
              <li key={condition} class="wrapping-row">
                <div class="row-main">
                  <span class="row-title">{description}</span>
                  <code>{condition}</code>
                </div>
                <CopyButton text={condition} name={texts.copyCondition(description)} />
              </li>
            ))}
            {items.length === 0 && <li class="muted">{texts.noConditions}</li>}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
