import { faEnvelope } from "@fortawesome/free-solid-svg-icons";
import type { Organization } from "../../../data/api-types.ts";
import { urlOf } from "../../../navigation/router.ts";
import { InviteLinks } from "../../../parts/invite-links.tsx";
import { roleName } from "../../../parts/role-select.tsx";
import { EmptyState } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { PeopleScreen } from "../people-header.tsx";
import { MailInvitation } from "./mail-invitation.tsx";

const texts = words.people.invites;

/** The ways to become a member: by e-mail address, by link and by e-mail domain. */
export function Screen({ organization }: { readonly organization: string }) {
  return (
    <PeopleScreen organization={organization} actions={() => null}>
      {(loaded) =>
        loaded.permissions.admin ? (
          <>
            <MailInvitation organization={loaded} />
            <InviteLinks organization={loaded} />
            <OpenDomains organization={loaded} />
          </>
        ) : (
          <EmptyState icon={faEnvelope} title={texts.onlyAdmins} />
        )
      }
    </PeopleScreen>
  );
}

function OpenDomains({ organization }: { readonly organization: Organization }) {
  const { emailDomains, defaultRole } = organization;
  return (
    <section class="section">
      <h2>{texts.byDomain}</h2>
      <p class="section-text">
        {emailDomains.length > 0
          ? texts.byDomainHint(emailDomains.join(", "), roleName(defaultRole))
          : texts.noDomain}{" "}
        <a href={urlOf(`/orgs/${organization.id}/settings`)}>{texts.settings}</a>
      </p>
    </section>
  );
}
