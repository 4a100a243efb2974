import { ApiError, needsSignIn, signedInAgain } from "../data/api.ts";
import { useMe } from "../data/session.ts";
import { base } from "../navigation/base.ts";
import { keepPlace } from "../navigation/kept-place.ts";
import { FormDialog } from "../parts/dialog.tsx";
import { TextField } from "../parts/field.tsx";
import { words } from "../words/index.ts";

/** Asks for the password when the session has ended. The screen behind it keeps what was typed. */
export function SignInDialog() {
  const me = useMe();
  if (!needsSignIn.value) return null;
  const texts = words.frame.signInAgain;
  const signIn = async (form: FormData) => {
    const reply = await fetch(`${base}/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(Object.fromEntries(form)),
    });
    const { error, user } = (await reply.json()) as { error?: { message: string }; user?: { id: string } };
    if (error) throw new ApiError(reply.status, error.message);
    // What waits belongs to the person who was signed in before.
    if (me !== undefined && user?.id !== me.id) location.reload();
    else signedInAgain();
  };
  return (
    <FormDialog
      title={texts.title}
      action={texts.action}
      closing="never"
      onClose={() => {}}
      onSubmit={signIn}
    >
      <p>{texts.text}</p>
      <TextField
        label={texts.email}
        name="email"
        type="email"
        autocomplete="username"
        required
        initialValue={me?.email ?? ""}
      />
      <TextField
        label={texts.password}
        name="password"
        type="password"
        autocomplete="current-password"
        required
      />
      <p>
        <a href={`${base}/auth/sign-in`} onClick={keepPlace}>
          {texts.other}
        </a>
      </p>
    </FormDialog>
  );
}
