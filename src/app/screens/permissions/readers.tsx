import { useState } from "preact/hooks";
import type { User, UserPermission } from "../../data/api-types.ts";
import { place, setQuery } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { Select } from "../../parts/field.tsx";
import { ExplanationDialog } from "../../parts/permission-explanation.tsx";
import { readRole, roleName, roles } from "../../parts/role-select.tsx";
import { Badge } from "../../parts/small.tsx";
import { Loaded } from "../../parts/states.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { words } from "../../words/index.ts";
import { GrantRow } from "./grant-row.tsx";
import { type PermissionItem, useReaders } from "./grants.ts";

const texts = words.permissions;

/** Everybody who sees the item, with the role that counts and the reason for it. */
export function Readers({ item }: { readonly item: PermissionItem }) {
  const role = readRole(place.value.query.get("role") ?? "");
  const list = useReaders(item, role);
  const [explained, setExplained] = useState<User>();
  return (
    <section class="section">
      <h2>{texts.everybody}</h2>
      <p class="section-text">{texts.everybodyHint}</p>
      <div class="toolbar">
        <Select
          label={texts.filterRole}
          value={role ?? ""}
          options={[
            { value: "", label: texts.anyRole },
            ...roles.map((name) => ({ value: name, label: roleName(name) })),
          ]}
          onChange={(value) => setQuery({ role: value })}
        />
      </div>
      <Loaded query={list}>
        {(readers) =>
          readers.length === 0 ? (
            <p class="muted">{texts.nobody}</p>
          ) : (
            <VirtualList<UserPermission>
              items={readers}
              rowHeight={60}
              class="panel rows"
              attributes={{ role: "list", "aria-label": texts.everybody }}
              keyOf={({ user }) => user.id}
              onEnd={list.loadMore}
              row={({ user, permission }) => (
                <GrantRow
                  organizationId={item.organization}
                  grantee={{ kind: "user", id: user.id, name: user.displayName, note: user.email }}
                >
                  <Badge>{roleName(permission)}</Badge>
                  {item.isAdmin && (
                    <Button
                      kind="quiet"
                      aria-label={texts.whyFor(user.displayName)}
                      onClick={() => setExplained(user)}
                    >
                      {texts.why}
                    </Button>
                  )}
                </GrantRow>
              )}
            />
          )
        }
      </Loaded>
      {explained && (
        <ExplanationDialog item={item} userId={explained.id} onClose={() => setExplained(undefined)} />
      )}
    </section>
  );
}
