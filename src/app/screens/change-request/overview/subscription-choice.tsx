import type { ChangeRequest, Subscription } from "../../../data/api-types.ts";
import { subscribe } from "../../../data/notifications.ts";
import { changeStored, useQuery } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { Select } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";

const texts = words.inbox.subscription;
type State = Subscription["state"];
const states = Object.keys(texts.states) as State[];

/** Follows or mutes the change request. */
export function SubscriptionChoice({ changeRequest }: { readonly changeRequest: ChangeRequest }) {
  const { space, id } = changeRequest;
  const route = "GET /spaces/:spaceId/change-requests/:changeRequestId/subscription";
  const { data } = useQuery(route, { spaceId: space, changeRequestId: id });
  if (data === undefined) return null;
  const choose = async (state: State) => {
    const path = `/spaces/${space}/change-requests/${id}/subscription`;
    const undo = changeStored<Subscription>(path, (stored) => ({ ...stored, state }));
    if ((await attempt(() => subscribe({ space, changeRequest: id }, state))) === undefined) undo();
  };
  return (
    <section class="panel-section" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <Select
        label={texts.label}
        value={data.state}
        options={states.map((value) => ({ value, label: texts.states[value] }))}
        onChange={(value) => choose(value as State)}
      />
    </section>
  );
}
