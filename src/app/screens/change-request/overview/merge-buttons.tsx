import { faChevronDown, faCodeMerge } from "@fortawesome/free-solid-svg-icons";
import type { ChangeRequest, Space } from "../../../data/api-types.ts";
import { useQuery } from "../../../data/queries.ts";
import { useMe } from "../../../data/session.ts";
import { Button } from "../../../parts/button.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Menu } from "../../../parts/menu.tsx";
import { words } from "../../../words/index.ts";
import { merge } from "../actions.ts";
import { openSchedule } from "./scheduled-merge.tsx";

const texts = words.mergeRules;

interface MergeButtonsProps {
  readonly changeRequest: ChangeRequest;
  readonly space: Space;
}

/** Merges now, at a set time, or past the rules of the space. */
export function MergeButtons({ changeRequest, space }: MergeButtonsProps) {
  const missing = changeRequest.mergeability?.missing ?? [];
  const mayBypass = useMayBypass(space);
  const bypass = async () => {
    const isConfirmed = await confirm({
      title: texts.bypassTitle,
      text: texts.bypassText,
      action: texts.bypassConfirm,
      isDangerous: true,
    });
    if (isConfirmed) await merge(space, changeRequest, true);
  };
  return (
    <span class="split-button">
      <Button
        kind="primary"
        icon={faCodeMerge}
        disabled={missing.length > 0}
        onClick={() => merge(space, changeRequest)}
      >
        {words.changeRequests.merge}
      </Button>
      <Menu
        label={texts.more}
        buttonClass="button button-primary"
        items={[
          { label: texts.schedule.action, onSelect: () => openSchedule({ changeRequest, space }) },
          ...(missing.length > 0 && mayBypass ? [{ label: texts.bypassAction, onSelect: bypass }] : []),
        ]}
      >
        <Icon of={faChevronDown} />
      </Menu>
    </span>
  );
}

/** Whether the user is an admin of the space, or named by its rules or those of the organization. */
function useMayBypass(space: Space): boolean {
  const me = useMe();
  const isInherited = space.mergeRules.type === "inherit" && !space.permissions.admin;
  const organization = useQuery(
    "GET /orgs/:organizationId",
    isInherited ? { organizationId: space.organization } : undefined,
  ).data;
  const { rules = [] } = isInherited ? (organization?.mergeRules ?? {}) : space.mergeRules;
  const isNamed = rules.some(({ rule, users }) => rule === "allow_bypass" && users?.includes(me?.id ?? ""));
  return space.permissions.admin || isNamed;
}
