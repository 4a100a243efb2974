import { call } from "../../../data/api.ts";
import type { User } from "../../../data/api-types.ts";
import { refresh, useQuery } from "../../../data/queries.ts";
import { useOrganizations } from "../../../data/session.ts";
import { urlOf } from "../../../navigation/router.ts";
import { TextField } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { Avatar } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { AccountScreen } from "../account-screen.tsx";

const texts = words.account.profile;

/** The name of the user, and their organizations. */
export function Screen() {
  const query = useQuery("GET /user", {});
  return (
    <AccountScreen>
      <Loaded query={query}>{(user) => <Profile user={user} />}</Loaded>
      <Organizations />
    </AccountScreen>
  );
}

function Profile({ user }: { readonly user: User }) {
  const save = async (form: FormData) => {
    const displayName = String(form.get("displayName")).trim();
    await call("PATCH /users/:userId", { userId: user.id }, { body: { displayName } });
    refresh("/user", "/orgs");
  };
  return (
    <section class="section">
      <Form
        label={texts.label}
        action={texts.save}
        done={texts.saved}
        labels={{ displayName: texts.name }}
        onSubmit={save}
      >
        <TextField
          label={texts.name}
          name="displayName"
          hint={texts.nameHint}
          autocomplete="name"
          required
          maxLength={100}
          initialValue={user.displayName}
        />
        <TextField label={texts.email} hint={texts.emailHint} type="email" readOnly value={user.email} />
      </Form>
    </section>
  );
}

function Organizations() {
  const organizations = useOrganizations() ?? [];
  return (
    <section class="section">
      <h2>{texts.organizations}</h2>
      <ul class="panel rows" aria-label={texts.organizations}>
        {organizations.map(({ id, title }) => (
          <li key={id}>
            <Avatar name={title} />
            <a class="row-title row-main" href={urlOf(`/orgs/${id}`)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
