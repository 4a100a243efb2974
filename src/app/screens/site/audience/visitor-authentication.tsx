import { useState } from "preact/hooks";
import { call, type Reply } from "../../../data/api.ts";
import { refresh, useQuery } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyButton, CopyField } from "../../../parts/copy-field.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { SelectField, TextField } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import type { SitePartProps } from "./audience-screen.tsx";

const texts = words.siteAudience.auth;
const route = "/orgs/:organizationId/sites/:siteId/publishing/auth";
type Auth = Reply<`GET ${typeof route}`>;

/** The key with which the tokens of visitors are signed, and where visitors without one are led. */
export function VisitorAuthentication({ organization, site }: SitePartProps) {
  const params = { organizationId: organization, siteId: site.id };
  const auth = useQuery(`GET ${route}`, params);
  const refreshAuth = () => refresh(`/orgs/${organization}/sites/${site.id}/publishing/auth`);
  const regenerate = async () => {
    if (!(await confirm({ ...texts.confirmRegenerate, isDangerous: true }))) return;
    await attempt(() => call(`POST ${route}/regenerate`, params), texts.regenerated);
    refreshAuth();
  };
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <p class="section-text">{texts.text}</p>
      <Loaded query={auth}>
        {(loaded) => (
          <>
            <div class="form key-field">
              <SigningKey value={loaded.privateKey} />
              <p class="form-actions">
                <Button kind="danger" onClick={regenerate}>
                  {texts.regenerate}
                </Button>
              </p>
            </div>
            <AuthSettings params={params} auth={loaded} onSaved={refreshAuth} />
            <Example url={site.urls.published ?? `https://${site.hostname ?? "docs.example.com"}`} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** The key is shown on demand: screens are shared and photographed. */
function SigningKey({ value }: { readonly value: string }) {
  const [isShown, setShown] = useState(false);
  if (isShown)
    return (
      <>
        <CopyField label={texts.key} hint={texts.keyHint} value={value} />
        <p>
          <Button onClick={() => setShown(false)}>{texts.hideKey}</Button>
        </p>
      </>
    );
  return (
    <div class="field">
      <strong>{texts.key}</strong>
      <p class="hint">
        {texts.hidden} {texts.keyHint}
      </p>
      <p class="form-actions">
        <Button onClick={() => setShown(true)}>{texts.showKey}</Button>
        <CopyButton text={value} name={texts.key} />
      </p>
    </div>
  );
}

interface AuthSettingsProps {
  readonly params: { readonly organizationId: string; readonly siteId: string };
  readonly auth: Auth;
  readonly onSaved: () => void;
}

function AuthSettings({ params, auth, onSaved }: AuthSettingsProps) {
  const [backend, setBackend] = useState(auth.backend === "integration" ? "integration" : "custom");
  const save = async (form: FormData) => {
    const fallbackURL = String(form.get("fallbackURL")).trim() || null;
    const isIntegration = backend === "integration";
    await call(`PATCH ${route}`, params, {
      body: { fallbackURL, backend: isIntegration ? "integration" : "custom" },
    });
    onSaved();
  };
  return (
    <Form
      kind="plain"
      label={texts.settings}
      action={words.common.save}
      done={texts.saved}
      labels={{ fallbackURL: texts.fallback }}
      onSubmit={save}
    >
      <TextField
        label={texts.fallback}
        name="fallbackURL"
        type="url"
        hint={texts.fallbackHint}
        placeholder="https://app.example.com/sign-in"
        initialValue={auth.fallbackURL ?? ""}
      />
      <SelectField
        label={texts.backend}
        value={backend}
        options={[
          { value: "custom", label: texts.backends.custom },
          { value: "integration", label: texts.backends.integration },
        ]}
        onChange={setBackend}
      />
    </Form>
  );
}

function Example({ url }: { readonly url: string }) {
  const code = exampleCode(url);
  return (
    <details class="example">
      <summary>{texts.example}</summary>
      <p class="hint">{texts.exampleText}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keys. */}
      <pre class="code-sample" tabIndex={0}>
        {code}
      </pre>
      <CopyButton text={code} name={texts.example} />
    </details>
  );
}

/** How a backend signs a token, without any library. */
function exampleCode(url: string): string {
  return `import { createHmac } from "node:crypto";

const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

function signVisitor(claims, key) {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const content = \`\${encode({ alg: "HS256", typ: "JWT" })}.\${encode({ ...claims, exp })}\`;
  return \`\${content}.\${createHmac("sha256", key).update(content).digest("base64url")}\`;
}

const token = signVisitor({ plan: "pro" }, process.env.DOCS_KEY);
const address = \`${url.replace(/\/$/, "")}\${location}?jwt_token=\${token}\`;
`;
}
