import { useState } from "preact/hooks";
import { ApiError, call } from "../../../data/api.ts";
import type { Account } from "../../../data/api-types.ts";
import { refresh, useQuery } from "../../../data/queries.ts";
import { TextField } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { AccountScreen } from "../account-screen.tsx";

const texts = words.account.password;

/** Sets or changes the password of the user. */
export function Screen() {
  const query = useQuery("GET /user/account", {});
  return (
    <AccountScreen>
      <Loaded query={query}>
        {(account) =>
          account.canSetPassword ? (
            <PasswordForm account={account} />
          ) : (
            <p class="section-text">{texts.cannotSet}</p>
          )
        }
      </Loaded>
    </AccountScreen>
  );
}

function PasswordForm({ account }: { readonly account: Account }) {
  // Another key draws an empty form after the change.
  const [round, setRound] = useState(0);
  const change = async (form: FormData) => {
    const [password, repeated] = [String(form.get("password")), String(form.get("repeated"))];
    if (password !== repeated) throw new ApiError(400, texts.different);
    const currentPassword = form.get("currentPassword");
    await call(
      "PUT /user/password",
      {},
      { body: { password, ...(currentPassword !== null && { currentPassword: String(currentPassword) }) } },
    );
    refresh("/user");
    setRound(round + 1);
  };
  return (
    <Form
      key={round}
      label={texts.label}
      action={account.hasPassword ? texts.change : texts.set}
      done={texts.changed}
      labels={{ currentPassword: texts.current, password: texts.next }}
      onSubmit={change}
    >
      {/* Password managers find the account by it. */}
      <input type="email" hidden readOnly autocomplete="username" value={account.user.email} />
      {account.hasPassword ? (
        // With a key, it is an element of its own and not that of another field with other limits.
        <TextField
          key="current"
          label={texts.current}
          name="currentPassword"
          type="password"
          autocomplete="current-password"
          required
        />
      ) : (
        <p class="section-text">{texts.none}</p>
      )}
      <TextField
        label={texts.next}
        name="password"
        type="password"
        autocomplete="new-password"
        hint={texts.nextHint}
        required
        minLength={8}
        maxLength={256}
      />
      <TextField
        label={texts.repeat}
        name="repeated"
        type="password"
        autocomplete="new-password"
        required
        minLength={8}
        maxLength={256}
      />
      <p class="hint">{texts.others}</p>
    </Form>
  );
}
