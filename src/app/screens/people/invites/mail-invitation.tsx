import { useState } from "preact/hooks";
import { ApiError, call } from "../../../data/api.ts";
import type { Organization } from "../../../data/api-types.ts";
import { refresh } from "../../../data/queries.ts";
import { showDone } from "../../../data/toasts.ts";
import { Checkbox, TextAreaField } from "../../../parts/field.tsx";
import { FirstPasswordLink } from "../../../parts/first-password-link.tsx";
import { Form } from "../../../parts/form.tsx";
import { type Role, RoleField } from "../../../parts/role-select.tsx";
import { words } from "../../../words/index.ts";
import { findInvalidAddress, readEmailAddresses } from "./email-addresses.ts";

const texts = words.people.invites;

/** Adds people by their e-mail addresses. */
export function MailInvitation({ organization }: { readonly organization: Organization }) {
  const [role, setRole] = useState<Role | null>(organization.defaultRole);
  const [sso, setSso] = useState(false);
  // Another key draws an empty form after the invitation.
  const [round, setRound] = useState(0);
  const [created, setCreated] = useState<readonly string[]>([]);
  const invite = async (form: FormData) => {
    const emails = readEmailAddresses(String(form.get("emails")));
    const invalid = findInvalidAddress(emails);
    if (emails.length === 0) throw new ApiError(400, texts.noAddress);
    if (invalid !== undefined) throw new ApiError(400, texts.notAnAddress(invalid));
    const reply = await call(
      "POST /orgs/:organizationId/invites",
      { organizationId: organization.id },
      { body: { emails: [...emails], role, sso } },
    );
    refresh(`/orgs/${organization.id}/members`);
    showDone(describeResult(emails.length, reply.invited, reply.failedSSOEmails ?? []));
    setCreated(sso ? [] : (reply.created ?? []));
    setRound(round + 1);
  };
  return (
    <section class="section">
      <h2>{texts.byMail}</h2>
      <Form key={round} label={texts.byMail} action={texts.send} onSubmit={invite}>
        <TextAreaField
          label={texts.addresses}
          name="emails"
          rows={4}
          hint={texts.byMailHint}
          placeholder="ada@example.com"
        />
        <RoleField label={texts.role} value={role} allowsGuest onChange={setRole} />
        {organization.sso && <Checkbox label={texts.sso} checked={sso} onChange={setSso} />}
        <p class="hint">{texts.passwords}</p>
      </Form>
      {created.length > 0 && <FirstPasswordLinks organizationId={organization.id} userIds={created} />}
    </section>
  );
}

/** Links are created at once for so many new people. For others, there is one in the menu of each member. */
const maxLinks = 20;

function FirstPasswordLinks({
  organizationId,
  userIds,
}: {
  readonly organizationId: string;
  readonly userIds: readonly string[];
}) {
  const { title, text, more } = words.people.firstPassword;
  return (
    <section class="panel form" aria-label={title}>
      <h3>{title}</h3>
      <p>{text}</p>
      {userIds.slice(0, maxLinks).map((userId) => (
        <FirstPasswordLink key={userId} organizationId={organizationId} userId={userId} />
      ))}
      {userIds.length > maxLinks && <p class="hint">{more(userIds.length - maxLinks)}</p>}
    </section>
  );
}

function describeResult(asked: number, invited: number, failedSso: readonly string[]): string {
  if (invited === 0) return texts.alreadyMembers;
  return [
    texts.invited(invited),
    ...(invited < asked ? [texts.someMembers(asked - invited)] : []),
    ...(failedSso.length > 0 ? [texts.failedSso(failedSso.join(", "))] : []),
  ].join(" ");
}
