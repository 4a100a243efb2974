import { faXmark } from "@fortawesome/free-solid-svg-icons";
import { attempt } from "../../data/toasts.ts";
import { IconButton } from "../../parts/button.tsx";
import { type Role, RoleSelect, roleName } from "../../parts/role-select.tsx";
import { Badge } from "../../parts/small.tsx";
import { Loaded } from "../../parts/states.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { words } from "../../words/index.ts";
import { GrantRow } from "./grant-row.tsx";
import { type Grant, grant, type PermissionItem, revoke, useGrants } from "./grants.ts";

const texts = words.permissions;

/** The people and teams with a permission on the item itself. */
export function DirectGrants({ item }: { readonly item: PermissionItem }) {
  const grants = useGrants(item);
  return (
    <section class="section">
      <h2>{texts.direct}</h2>
      <Loaded query={grants}>
        {(list) =>
          list.length === 0 ? (
            <p class="muted">
              {texts.noDirect} {item.isAdmin && texts.shareHint}
            </p>
          ) : (
            <VirtualList<Grant>
              items={list}
              rowHeight={60}
              class="panel rows"
              attributes={{ role: "list", "aria-label": texts.directList }}
              keyOf={({ grantee }) => grantee.id}
              row={(one) => (
                <GrantRow organizationId={item.organization} grantee={one.grantee}>
                  {item.isAdmin ? (
                    <GrantControls item={item} given={one} />
                  ) : (
                    <Badge>{roleName(one.role)}</Badge>
                  )}
                </GrantRow>
              )}
            />
          )
        }
      </Loaded>
    </section>
  );
}

function GrantControls({ item, given }: { readonly item: PermissionItem; readonly given: Grant }) {
  const { grantee, role } = given;
  const give = (next: Role) => grant(item, [grantee], next);
  const change = async (next: Role | null) => {
    if (next === null) return;
    await attempt(
      () => give(next),
      texts.changed(grantee.name, roleName(next)),
      () => give(role),
    );
  };
  const remove = async () => {
    await attempt(
      () => revoke(item, grantee),
      texts.removed(grantee.name),
      () => give(role),
    );
  };
  return (
    <>
      <RoleSelect label={texts.roleOf(grantee.name)} value={role} onChange={change} />
      <IconButton icon={faXmark} label={texts.remove(grantee.name)} onClick={remove} />
    </>
  );
}
