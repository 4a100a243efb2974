import { useEffect } from "preact/hooks";
import { useList, useQuery } from "../../data/queries.ts";
import { useOrganization } from "../../data/session.ts";
import { WaysToBegin } from "../../frame/ways-to-begin.tsx";
import { navigate } from "../../navigation/router.ts";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { FirstAnswers } from "./first-answers.tsx";

/** What a new workspace asks: a name, a password, the name of the organization, and how to begin. */
export function Screen() {
  const account = useQuery("GET /user/account", {});
  useEffect(() => {
    document.title = `${words.welcome.title} · ${words.frame.product}`;
  }, []);
  return (
    <main class="welcome">
      <p class="welcome-mark">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M4 8h24l-3 10H7zM15 18h2v8h5v2H10v-2h5z" />
        </svg>
        {words.frame.product}
      </p>
      <Loaded query={account}>
        {(data) =>
          data.missing.organizationTitle === undefined ? (
            <Begin />
          ) : (
            <FirstAnswers account={data} organizationId={data.missing.organizationTitle} />
          )
        }
      </Loaded>
    </main>
  );
}

function Begin() {
  const texts = words.welcome;
  const id = useOrganization()?.id;
  const params = id === undefined ? undefined : { organizationId: id };
  const sites = useList("GET /orgs/:organizationId/sites", params);
  if (id === undefined || sites.data === undefined) return null;
  return (
    <>
      <h1>{texts.begin}</h1>
      <p class="muted">{texts.beginText}</p>
      <WaysToBegin
        organizationId={id}
        sampleSite={sites.data[0]?.id}
        onDone={(path) => navigate(path, { replace: true })}
      />
    </>
  );
}
