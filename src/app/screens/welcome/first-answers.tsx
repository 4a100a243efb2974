import { useState } from "preact/hooks";
import { ApiError, call, messageOf } from "../../data/api.ts";
import type { Account } from "../../data/api-types.ts";
import { refresh } from "../../data/queries.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { words } from "../../words/index.ts";

/** Asks for the name, the password and the name of the organization. */
export function FirstAnswers({
  account,
  organizationId,
}: {
  readonly account: Account;
  readonly organizationId: string;
}) {
  const texts = words.welcome;
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const read = (name: string) => String(form.get(name) ?? "").trim();
    setBusy(true);
    setError(undefined);
    try {
      await call(
        "PATCH /users/:userId",
        { userId: account.user.id },
        { body: { displayName: read("displayName") } },
      );
      if (account.missing.password && account.canSetPassword)
        await call("PUT /user/password", {}, { body: { password: String(form.get("password")) } });
      // The last answer: afterwards the welcome is not shown again.
      await call("PATCH /orgs/:organizationId", { organizationId }, { body: { title: read("title") } });
      refresh("/user", "/orgs");
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <h1>{texts.title}</h1>
      <p class="muted">{texts.text}</p>
      <form class="form" onSubmit={save}>
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          name="displayName"
          autocomplete="name"
          required
          autoFocus
          maxLength={100}
          initialValue={account.missing.displayName ? "" : account.user.displayName}
        />
        {account.missing.password && account.canSetPassword && (
          <TextField
            label={texts.password}
            hint={texts.passwordHint(account.user.email ?? "")}
            name="password"
            type="password"
            autocomplete="new-password"
            required
            minLength={8}
            maxLength={256}
          />
        )}
        <TextField
          label={texts.organization}
          hint={texts.organizationHint}
          name="title"
          autocomplete="organization"
          required
          maxLength={100}
        />
        {error !== undefined && (
          <p class="form-error" role="alert">
            {error instanceof ApiError && error.field ? error.text : messageOf(error)}
          </p>
        )}
        <div class="form-actions">
          <Button kind="primary" type="submit" disabled={isBusy}>
            {texts.continue}
          </Button>
        </div>
      </form>
    </>
  );
}
