import { faUserGroup } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import { urlOf } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import type { Grantee } from "../../parts/person-picker.tsx";
import { Avatar } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";

/** A person or a team in a list of permissions. */
export function GrantRow({
  organizationId,
  grantee: { kind, id, name, note },
  children,
}: {
  readonly organizationId: string;
  readonly grantee: Grantee;
  readonly children: ComponentChildren;
}) {
  const isTeam = kind === "team";
  return (
    <li class="fixed-row">
      {isTeam ? (
        <span class="row-icon">
          <Icon of={faUserGroup} />
        </span>
      ) : (
        <Avatar name={name} size={32} />
      )}
      <div class="row-main">
        <a class="row-title" href={urlOf(`/orgs/${organizationId}/${isTeam ? "teams" : "members"}/${id}`)}>
          {name}
        </a>
        <span class="row-note">{isTeam ? words.permissions.team : note}</span>
      </div>
      {children}
    </li>
  );
}
