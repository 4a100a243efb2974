import { faBook } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import type { Member, Space } from "../../../data/api-types.ts";
import { useList } from "../../../data/queries.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { ExplanationDialog } from "../../../parts/permission-explanation.tsx";
import { type Role, roleName } from "../../../parts/role-select.tsx";
import { SearchField } from "../../../parts/search-field.tsx";
import { Badge, Emoji } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { VirtualList } from "../../../parts/virtual-list.tsx";
import { words } from "../../../words/index.ts";

const texts = words.people.member;

interface SpaceOfMember {
  readonly permission: Role;
  readonly space: Space;
}

/** The number of spaces from which on they can be filtered. */
const filterFrom = 20;

/** The spaces that a member sees, with the reason for each. */
export function MemberSpaces({
  organizationId,
  member,
}: {
  readonly organizationId: string;
  readonly member: Member;
}) {
  const [filter, setFilter] = useState("");
  const [explained, setExplained] = useState<Space>();
  const list = useList(
    "GET /orgs/:organizationId/members/:userId/spaces",
    { organizationId, userId: member.id },
    { limit: 1000 },
    { all: true },
  );
  const text = filter.toLocaleLowerCase();
  return (
    <Loaded query={list}>
      {(spaces) => {
        if (spaces.length === 0) return <p class="muted">{texts.noSpaces}</p>;
        const shown = spaces.filter(({ space }) => space.title.toLocaleLowerCase().includes(text));
        return (
          <>
            {spaces.length > filterFrom && (
              <div class="toolbar">
                <SearchField label={texts.filterSpaces} value={filter} onSearch={setFilter} />
              </div>
            )}
            <VirtualList<SpaceOfMember>
              items={shown}
              rowHeight={60}
              class="panel rows"
              attributes={{ role: "list", "aria-label": texts.spaces }}
              keyOf={({ space }) => space.id}
              row={({ space, permission }) => (
                <li class="fixed-row">
                  <Emoji code={space.emoji} fallback={<Icon of={faBook} />} />
                  <a class="row-title row-main" href={urlOf(`/spaces/${space.id}`)}>
                    {space.title || words.library.untitled}
                  </a>
                  <Badge>{roleName(permission)}</Badge>
                  {space.permissions.admin && (
                    <Button
                      kind="quiet"
                      aria-label={texts.whyFor(space.title || words.library.untitled)}
                      onClick={() => setExplained(space)}
                    >
                      {texts.why}
                    </Button>
                  )}
                </li>
              )}
            />
            {explained && (
              <ExplanationDialog
                item={{ kind: "space", id: explained.id, title: explained.title }}
                userId={member.id}
                onClose={() => setExplained(undefined)}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}
