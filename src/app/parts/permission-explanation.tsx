import type { PermissionExplanation } from "../data/api-types.ts";
import { useQuery } from "../data/queries.ts";
import { words } from "../words/index.ts";
import { Dialog } from "./dialog.tsx";
import { roleName } from "./role-select.tsx";
import { Badge } from "./small.tsx";
import { Loaded } from "./states.tsx";

const texts = words.permissions.explanation;

/** A space or a collection. */
export interface LibraryItem {
  readonly kind: "space" | "collection";
  readonly id: string;
  readonly title: string;
}

/** Says why somebody can see a space or a collection: the step of the precedence that decides, and those that do not. */
export function ExplanationDialog({
  item,
  userId,
  onClose,
}: {
  readonly item: LibraryItem;
  readonly userId: string;
  readonly onClose: () => void;
}) {
  const { id, kind, title } = item;
  const ofSpace = useQuery(
    "GET /spaces/:spaceId/permissions/users/:userId/explanation",
    kind === "space" ? { spaceId: id, userId } : undefined,
  );
  const ofCollection = useQuery(
    "GET /collections/:collectionId/permissions/users/:userId/explanation",
    kind === "collection" ? { collectionId: id, userId } : undefined,
  );
  return (
    <Dialog title={texts.title(title)} onClose={onClose}>
      <Loaded query={kind === "space" ? ofSpace : ofCollection}>
        {(explanation) => <Explanation explanation={explanation} item={item} />}
      </Loaded>
    </Dialog>
  );
}

function Explanation({
  explanation: { user, permission, disabled, steps },
  item,
}: {
  readonly explanation: PermissionExplanation;
  readonly item: LibraryItem;
}) {
  const name = user.displayName;
  const summary = disabled
    ? texts.disabled(name)
    : permission === null
      ? texts.none(name)
      : texts.summary(name, roleName(permission));
  const others = steps.filter(({ decisive }) => !decisive);
  return (
    <div class="explanation">
      <p>
        <strong>{summary}</strong>
      </p>
      {steps
        .filter(({ decisive }) => decisive)
        .map((step) => (
          <p key={step.source} class="explanation-step">
            <Badge kind="success">{texts.decides}</Badge> {describeStep(step, item, name)}
          </p>
        ))}
      {others.length > 0 && (
        <>
          <h3>{disabled ? texts.wouldApply : texts.others}</h3>
          <ol class="explanation-others">
            {others.map((step, i) => (
              <li key={i}>{describeStep(step, item, name)}</li>
            ))}
          </ol>
        </>
      )}
      <p class="hint">{texts.precedence}</p>
    </div>
  );
}

type Step = PermissionExplanation["steps"][number];

function describeStep(
  { source, role, item, teams = [] }: Step,
  explained: LibraryItem,
  name: string,
): string {
  const place =
    item === undefined || item.id === explained.id
      ? texts.here[explained.kind]
      : texts.inCollection(item.title);
  const sentences: Readonly<Record<Step["source"], () => string>> = {
    user: () => texts.user(name, roleName(role), place),
    team: () =>
      texts.team(
        teams.map(({ title }) => title),
        roleName(role),
        place,
      ),
    "default-level": () => texts.defaultLevel(roleName(role), place),
    organization: () => (role === "admin" ? texts.admin(name) : texts.organization(name, roleName(role))),
  };
  return sentences[source]();
}
