import { Members } from "../members/screen.tsx";
import { PeopleScreen } from "../people-header.tsx";

/** The members without a role. */
export function Screen({ organization }: { readonly organization: string }) {
  return (
    <PeopleScreen organization={organization}>
      {(loaded) => <Members organization={loaded} isGuests />}
    </PeopleScreen>
  );
}
