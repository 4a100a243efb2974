import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { Notification, NotificationSettings } from "../../../data/api-types.ts";
import { changeStored, useQuery } from "../../../data/queries.ts";
import { useOrganization, useOrganizations } from "../../../data/session.ts";
import { attempt } from "../../../data/toasts.ts";
import { Checkbox, Select } from "../../../parts/field.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { AccountScreen } from "../account-screen.tsx";

const { choose, kinds } = words.inbox;
const names = Object.keys(kinds) as Notification["kind"][];

/** Which kinds of events arrive in the inbox, in each organization. */
export function Screen() {
  const organizations = useOrganizations() ?? [];
  const shown = useOrganization()?.id;
  const [chosen, setChosen] = useState<string>();
  const organizationId = chosen ?? shown;
  return (
    <AccountScreen>
      {organizations.length > 1 && organizationId !== undefined && (
        <div class="toolbar">
          <Select
            label={choose.organization}
            value={organizationId}
            options={organizations.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={setChosen}
          />
        </div>
      )}
      {organizationId !== undefined && <Kinds key={organizationId} organizationId={organizationId} />}
    </AccountScreen>
  );
}

function Kinds({ organizationId }: { readonly organizationId: string }) {
  const query = useQuery("GET /orgs/:organizationId/notifications/settings", { organizationId });
  const change = async (kind: Notification["kind"], list: boolean) => {
    const path = `/orgs/${organizationId}/notifications/settings`;
    const undo = changeStored<NotificationSettings>(path, (data) => ({
      ...data,
      kinds: { ...data.kinds, [kind]: { list } },
    }));
    const route = "PATCH /orgs/:organizationId/notifications/settings";
    const body = { kinds: { [kind]: { list } } };
    const changed = await attempt(() => call(route, { organizationId }, { body }), choose.saved);
    if (changed === undefined) undo();
  };
  return (
    <Loaded query={query}>
      {(settings) => (
        <fieldset class="section notification-kinds">
          <legend>{choose.label}</legend>
          {names.map((kind) => (
            <Checkbox
              key={kind}
              label={kinds[kind].label}
              hint={kinds[kind].hint}
              checked={settings.kinds[kind].list}
              onChange={(isChecked) => change(kind, isChecked)}
            />
          ))}
        </fieldset>
      )}
    </Loaded>
  );
}
