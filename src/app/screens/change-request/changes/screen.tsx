import { ChangesView } from "../../../changes/changes-view.tsx";
import { words } from "../../../words/index.ts";
import { type ChangeRequestPath, ChangeRequestScreen } from "../change-request-screen.tsx";

/** What a change request changes. */
export function Screen({ space, changeRequest: id }: ChangeRequestPath) {
  return (
    <ChangeRequestScreen space={space} changeRequest={id}>
      {(changeRequest) => (
        <ChangesView
          comparison={{ space, changeRequest: changeRequest.id }}
          emptyText={words.changes.noneText}
        />
      )}
    </ChangeRequestScreen>
  );
}
