import type { Space } from "../data/api-types.ts";
import { useList } from "../data/queries.ts";
import { SelectField } from "../parts/field.tsx";
import { words } from "../words/index.ts";
import { PageField } from "./page-field.tsx";

/** Where in a space: in its content or a change request, at the top level or below a page. Empty texts are the first of each. */
export interface Place {
  readonly changeRequest: string;
  readonly page: string;
}

export const firstPlace: Place = { changeRequest: "", page: "" };

interface PlaceFieldsProps {
  readonly space: Space;
  readonly place: Place;
  /** Whether pages cannot be put into the content of a locked space. */
  readonly needsRequest?: boolean;
  readonly onChange: (place: Place) => void;
}

export function PlaceFields({ space, place, needsRequest = false, onChange }: PlaceFieldsProps) {
  const texts = words.places;
  const { changeRequest, page } = place;
  const requests = useOpenRequests(space.id);
  return (
    <>
      <SelectField
        label={texts.content}
        value={changeRequest}
        required={needsRequest}
        {...(needsRequest && { hint: texts.lockedHint })}
        options={[
          { value: "", label: needsRequest ? texts.chooseRequest : texts.primary },
          ...requests.map(({ id, number, subject }) => ({
            value: id,
            label: texts.request(number, subject),
          })),
        ]}
        onChange={(chosen) => onChange({ changeRequest: chosen, page: "" })}
      />
      {(!needsRequest || changeRequest !== "") && (
        <PageField
          key={changeRequest}
          spaceId={space.id}
          changeRequestId={changeRequest}
          value={page}
          onChange={(chosen) => onChange({ changeRequest, page: chosen })}
        />
      )}
    </>
  );
}

/** The change requests of a space that can be changed, the newest first. Most are drafts until they are reviewed. */
function useOpenRequests(spaceId: string) {
  const route = "GET /spaces/:spaceId/change-requests";
  const open = useList(route, { spaceId }, { limit: 100, status: "open" }, { all: true }).data ?? [];
  const drafts = useList(route, { spaceId }, { limit: 100, status: "draft" }, { all: true }).data ?? [];
  return [...open, ...drafts].sort((a, b) => b.number - a.number);
}
