import { faUserGroup, faXmark } from "@fortawesome/free-solid-svg-icons";
import { useId, useRef, useState } from "preact/hooks";
import { useList } from "../data/queries.ts";
import { words } from "../words/index.ts";
import { Icon } from "./icon.tsx";
import { Avatar } from "./small.tsx";
import { SuggestedOption } from "./suggested-option.tsx";

/** A person or a team that was chosen. */
export interface Grantee {
  readonly kind: "user" | "team";
  readonly id: string;
  readonly name: string;
  /** The e-mail address of a person. */
  readonly note?: string;
}

interface PersonPickerProps {
  readonly label: string;
  readonly organizationId: string;
  readonly chosen: readonly Grantee[];
  readonly onChange: (chosen: readonly Grantee[]) => void;
  /** Whether teams can be chosen too. */
  readonly hasTeams?: boolean;
  /** The ids that cannot be chosen, for example because they are in the list already. */
  readonly without?: ReadonlySet<string>;
}

const texts = words.people.picker;

/** Chooses people and teams by typing: arrow keys move, Enter chooses, Backspace removes the last one. */
export function PersonPicker({
  label,
  organizationId,
  chosen,
  onChange,
  hasTeams = false,
  without,
}: PersonPickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const { matches, isLoading } = useMatches(organizationId, text.trim(), hasTeams);
  const options = matches
    .filter((match) => !without?.has(match.id) && !chosen.some((item) => item.id === match.id))
    .slice(0, 8);
  const isOpen = text.trim() !== "";

  const choose = (option: Grantee | undefined) => {
    if (option === undefined) return;
    onChange([...chosen, option]);
    setText("");
    setActive(0);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Backspace" && text === "") onChange(chosen.slice(0, -1));
    if (!isOpen) return;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setActive(Math.min(active + 1, options.length - 1)),
      ArrowUp: () => setActive(Math.max(active - 1, 0)),
      Enter: () => choose(options[active]),
      Escape: () => setText(""),
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };

  return (
    <div class="field picker">
      <label for={id}>{label}</label>
      {chosen.length > 0 && (
        <ul class="picker-chosen">
          {chosen.map((item) => (
            <li key={item.id} class="chip">
              {item.name}
              <button
                type="button"
                aria-label={texts.remove(item.name)}
                onClick={() => onChange(chosen.filter((other) => other.id !== item.id))}
              >
                <Icon of={faXmark} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        id={id}
        class="input"
        type="text"
        role="combobox"
        autocomplete="off"
        placeholder={texts.placeholder}
        value={text}
        aria-expanded={isOpen}
        aria-controls={`${id}-options`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options[active] ? `${id}-${active}` : undefined}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-options`}
        class="picker-options"
        role="listbox"
        aria-label={texts.results}
        hidden={!isOpen}
      >
        {options.map((option, i) => (
          <SuggestedOption
            key={option.id}
            id={`${id}-${i}`}
            isActive={i === active}
            icon={option.kind === "team" ? <Icon of={faUserGroup} /> : <Avatar name={option.name} />}
            title={option.name}
            note={option.kind === "team" ? texts.team : option.note}
            onChoose={() => choose(option)}
          />
        ))}
      </div>
      {isOpen && options.length === 0 && !isLoading && (
        <p class="hint" role="status">
          {texts.none}
        </p>
      )}
    </div>
  );
}

/** The people and teams whose names contain the text. */
function useMatches(organizationId: string, text: string, hasTeams: boolean) {
  const params = text === "" ? undefined : { organizationId };
  const people = useList("GET /orgs/:organizationId/members", params, { search: text, limit: 20 });
  const teams = useList("GET /orgs/:organizationId/teams", hasTeams ? params : undefined, {
    title: text,
    limit: 20,
  });
  const matches: readonly Grantee[] = [
    ...(teams.data ?? []).map(({ id, title }) => ({ kind: "team" as const, id, name: title })),
    ...(people.data ?? []).map(({ id, user }) => ({
      kind: "user" as const,
      id,
      name: user.displayName,
      note: user.email,
    })),
  ];
  return { matches, isLoading: people.isLoading || (hasTeams && teams.isLoading) };
}
