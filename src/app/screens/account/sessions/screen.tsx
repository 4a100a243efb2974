import { faDesktop, faMobileScreen } from "@fortawesome/free-solid-svg-icons";
import { call } from "../../../data/api.ts";
import type { Session } from "../../../data/api-types.ts";
import { changeStoredItems, refresh, useList } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { Button } from "../../../parts/button.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Badge, Time } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { AccountScreen } from "../account-screen.tsx";

const texts = words.account.sessions;

/** Where the user is signed in. */
export function Screen() {
  const list = useList("GET /user/sessions", {}, { limit: 1000 }, { all: true });
  const hasOthers = list.data?.some(({ current }) => !current) ?? false;
  return (
    <AccountScreen>
      <p class="section-text">{texts.text}</p>
      <Loaded query={list}>
        {(sessions) => (
          <ul class="panel rows" aria-label={texts.list}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
      {hasOthers && (
        <p class="section-actions">
          <Button kind="danger" onClick={endOthers}>
            {texts.others}
          </Button>
        </p>
      )}
    </AccountScreen>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const { browser, system, device, method, provider, organization } = session;
  const name = texts.on(texts.browsers[browser], texts.systems[system]);
  const how = provider ? texts.provider(provider) : method && texts.methods[method];
  const end = async () => {
    await attempt(() => call("DELETE /user/sessions/:sessionId", { sessionId: session.id }), texts.signedOut);
    refresh("/user/sessions");
  };
  return (
    <li class="tall-row">
      <span class="row-icon">
        <Icon of={device === "mobile" || device === "tablet" ? faMobileScreen : faDesktop} />
      </span>
      <div class="row-main">
        <span class="row-title">
          {name} {session.current && <Badge kind="success">{texts.current}</Badge>}
        </span>
        <span class="row-note">
          {texts.signedIn} <Time at={session.createdAt} />
          {how && ` ${how}`}
          {session.lastUsedAt && (
            <>
              , {texts.used} <Time at={session.lastUsedAt} />
            </>
          )}
          {organization && `, ${texts.only(organization.title)}`}
        </span>
      </div>
      {!session.current && (
        <Button aria-label={texts.signOutOf(name)} onClick={end}>
          {texts.signOutThere}
        </Button>
      )}
    </li>
  );
}

async function endOthers(): Promise<void> {
  if (!(await confirm({ ...texts.confirmOthers, isDangerous: true }))) return;
  const done = await attempt(() => call("DELETE /user/sessions", {}), texts.othersDone);
  if (done) changeStoredItems<Session>("/user/sessions", (item) => (item.current ? item : undefined));
  refresh("/user/sessions");
}
