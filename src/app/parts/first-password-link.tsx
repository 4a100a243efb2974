import { useEffect, useState } from "preact/hooks";
import { call } from "../data/api.ts";
import type { InvitationLink, Member } from "../data/api-types.ts";
import { formatDate } from "../data/format.ts";
import { useQuery } from "../data/queries.ts";
import { words } from "../words/index.ts";
import { CopyField } from "./copy-field.tsx";
import { Dialog, openDialog } from "./dialog.tsx";
import { FormError } from "./form.tsx";
import { Skeleton } from "./states.tsx";

const texts = words.people.firstPassword;

/** Whether a link can be created for a member: only for those who have never signed in. The server knows for certain. */
export function mayGetFirstPassword({ lastSeenAt, sso, disabled }: Member): boolean {
  return lastSeenAt === undefined && !sso && !disabled;
}

interface LinkProps {
  readonly organizationId: string;
  readonly userId: string;
}

/** Creates the link with which a new member sets their first password, and shows it. An earlier one is void then. */
export function FirstPasswordLink({ organizationId, userId }: LinkProps) {
  const [link, setLink] = useState<InvitationLink>();
  const [error, setError] = useState<unknown>();
  const member = useQuery("GET /orgs/:organizationId/members/:userId", { organizationId, userId }).data;
  useEffect(() => {
    call("POST /orgs/:organizationId/members/:userId/invitation-link", { organizationId, userId }).then(
      setLink,
      setError,
    );
  }, [organizationId, userId]);
  if (error !== undefined) return <FormError error={error} />;
  if (link === undefined || member === undefined) return <Skeleton lines={2} />;
  return (
    <CopyField
      label={texts.label(member.user.email)}
      hint={texts.hint(formatDate(link.expiresAt))}
      value={link.url}
    />
  );
}

export function openFirstPasswordLink(props: LinkProps): void {
  openDialog((close) => (
    <Dialog title={texts.title} onClose={close}>
      <p>{texts.text}</p>
      <FirstPasswordLink {...props} />
    </Dialog>
  ));
}
