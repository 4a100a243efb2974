import { useEffect, useState } from "preact/hooks";
import { base } from "../../../navigation/base.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import { words } from "../../../words/index.ts";

const texts = words.settings.sso;

interface LoginMethods {
  readonly providers: readonly { readonly kind: "oidc" | "saml"; readonly label: string }[];
}

/** The OpenID Connect provider of the server, which its operator sets. */
export function OpenIdConnect() {
  const [methods, setMethods] = useState<LoginMethods>();
  useEffect(() => {
    fetch(`${base}/auth/methods`, { headers: { accept: "application/json" } })
      .then((reply) => (reply.ok ? reply.json() : undefined))
      .then(setMethods, () => {});
  }, []);
  if (methods === undefined) return null;
  const provider = methods.providers.find(({ kind }) => kind === "oidc");
  return (
    <section class="section">
      <h2>{texts.openId}</h2>
      <p class="section-text">{provider ? texts.openIdOn(provider.label) : texts.openIdOff}</p>
      {!provider && (
        <div class="form">
          <CopyField
            label={texts.openIdRedirect}
            value={new URL(`${base}/auth/oidc/callback`, location.href).href}
          />
        </div>
      )}
    </section>
  );
}
