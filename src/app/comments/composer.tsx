import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useSearchReply } from "../data/search-reply.ts";
import { isGuestIn, useOrganization } from "../data/session.ts";
import { Button } from "../parts/button.tsx";
import { FormError } from "../parts/form.tsx";
import { Avatar } from "../parts/small.tsx";
import { SuggestedOption } from "../parts/suggested-option.tsx";
import { words } from "../words/index.ts";
import { type DraftText, emptyDraft, keepDraft, readDraft } from "./drafts.ts";

interface ComposerProps {
  /** By which the browser keeps what is typed. */
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
  readonly action: string;
  /** The text at first, if nothing is kept. */
  readonly initial?: DraftText;
  /** The words for which others can be proposed. */
  readonly quoted?: string | undefined;
  readonly autoFocus?: boolean;
  /** Whether it is one line until it is focused. */
  readonly isCompact?: boolean;
  readonly onSubmit: (draft: DraftText) => Promise<unknown>;
  /** Another way to send it. */
  readonly second?:
    | { readonly label: string; readonly onSubmit: (draft: DraftText) => Promise<unknown> }
    | undefined;
  readonly onCancel?: (() => void) | undefined;
}

/** A field for a comment. What is typed stays in the browser until it is sent. `@` lists people; Ctrl Enter sends. */
export function Composer(props: ComposerProps) {
  const { name, label, placeholder, action, initial = emptyDraft, quoted, onSubmit, onCancel } = props;
  const texts = words.comments;
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(() => {
    const kept = readDraft(name);
    return kept === emptyDraft ? initial : kept;
  });
  const [isFocused, setFocused] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const change = (next: DraftText) => {
    setDraft(next);
    keepDraft(name, next);
  };
  const mentions = useMentions(field, draft, change);
  const isProposing = draft.suggestion !== undefined;
  const isEmpty = draft.text.trim() === "" && !isProposing;
  const isOpen = !props.isCompact || isFocused || !isEmpty;

  useEffect(() => {
    if (props.autoFocus) field.current?.focus();
  }, []);
  // The field is as high as its text.
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.style.blockSize = "auto";
    current.style.blockSize = `${Math.min(current.scrollHeight + 2, 320)}px`;
  }, [draft.text, isOpen]);

  const submit = async (send = onSubmit) => {
    if (isEmpty || isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await send(draft.text.trim() === "" ? { ...draft, text: texts.suggestBody } : draft);
      keepDraft(name, emptyDraft);
      setDraft(emptyDraft);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const cancel = () => {
    keepDraft(name, emptyDraft);
    setDraft(emptyDraft);
    setError(undefined);
    field.current?.blur();
    onCancel?.();
  };
  return (
    <form
      class={`composer${isOpen ? "" : " is-compact"}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.isComposing || event.defaultPrevented) return;
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
        // What is typed is not lost by a key.
        if (event.key === "Escape" && isEmpty) cancel();
      }}
      onFocusIn={() => setFocused(true)}
      onFocusOut={(event) => setFocused(event.currentTarget.contains(event.relatedTarget as Node | null))}
    >
      {isProposing && (
        <label class="composer-suggestion">
          <span class="hint">{texts.suggestLabel}</span>
          <textarea
            class="input"
            rows={2}
            maxLength={2000}
            value={draft.suggestion}
            onInput={(event) => change({ ...draft, suggestion: event.currentTarget.value })}
          />
        </label>
      )}
      <textarea
        ref={field}
        class="input"
        rows={isOpen ? 2 : 1}
        aria-label={label}
        placeholder={placeholder}
        value={draft.text}
        {...mentions.fieldProps}
      />
      {mentions.list}
      <FormError error={error} />
      {isOpen && (
        <div class="composer-actions">
          {quoted !== undefined && (
            <Button
              kind="quiet"
              aria-pressed={isProposing}
              onClick={() => change({ ...draft, suggestion: isProposing ? undefined : quoted })}
            >
              {texts.suggest}
            </Button>
          )}
          <span class="spacer" />
          {(onCancel !== undefined || !isEmpty) && (
            <Button kind="quiet" onClick={cancel}>
              {words.common.cancel}
            </Button>
          )}
          {props.second && (
            <Button disabled={isEmpty || isBusy} onClick={() => submit(props.second?.onSubmit)}>
              {props.second.label}
            </Button>
          )}
          <Button kind="primary" type="submit" disabled={isEmpty || isBusy}>
            {action}
          </Button>
        </div>
      )}
    </form>
  );
}

/** The text after an `@` before the caret, by which people are looked for. */
function queryAt(text: string, caret: number): string | undefined {
  return /(?:^|[\s(])@([^\s@]{1,40}(?: [^\s@]{0,40})?)$/u.exec(text.slice(0, caret))?.[1];
}

/** Lists people after an `@`: arrow keys choose, Enter inserts the name, Escape closes. */
function useMentions(
  field: { readonly current: HTMLTextAreaElement | null },
  draft: DraftText,
  change: (draft: DraftText) => void,
) {
  const id = useId();
  const texts = words.comments;
  const organization = useOrganization();
  const [query, setQuery] = useState<string>();
  const [active, setActive] = useState(0);
  const mayList = organization !== undefined && !isGuestIn(organization);
  const reply = useSearchReply(
    "GET /orgs/:organizationId/members",
    mayList && query !== undefined ? { organizationId: organization.id } : undefined,
    query ?? "",
    { search: query ?? "", limit: 6 },
  );
  const people = query === undefined || !mayList ? [] : (reply.data?.items ?? []);
  const isOpen = people.length > 0;
  const look = (target: HTMLTextAreaElement) => {
    setQuery(queryAt(target.value, target.selectionStart));
    setActive(0);
  };
  const choose = (index: number) => {
    const { current } = field;
    const person = people[index]?.user;
    if (current === null || person === undefined || query === undefined) return;
    const end = current.selectionStart;
    const start = end - query.length;
    const text = `${draft.text.slice(0, start)}${person.displayName} ${draft.text.slice(end)}`;
    change({ ...draft, text, people: { ...draft.people, [person.displayName]: person.id } });
    setQuery(undefined);
    requestAnimationFrame(() => {
      const caret = start + person.displayName.length + 1;
      current.focus();
      current.setSelectionRange(caret, caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.isComposing) return;
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setActive((active + 1) % people.length),
      ArrowUp: () => setActive((active + people.length - 1) % people.length),
      Enter: () => choose(active),
      Tab: () => choose(active),
      Escape: () => setQuery(undefined),
    };
    const act = event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return {
    fieldProps: {
      "aria-autocomplete": "list" as const,
      "aria-controls": isOpen ? `${id}-people` : undefined,
      "aria-activedescendant": isOpen ? `${id}-${active}` : undefined,
      onKeyDown,
      onInput: (event: InputEvent & { currentTarget: HTMLTextAreaElement }) => {
        change({ ...draft, text: event.currentTarget.value });
        look(event.currentTarget);
      },
      onBlur: () => setQuery(undefined),
    },
    list: isOpen && (
      <div id={`${id}-people`} class="picker-options" role="listbox" aria-label={texts.people}>
        {people.map(({ user }, i) => (
          <SuggestedOption
            key={user.id}
            id={`${id}-${i}`}
            isActive={i === active}
            icon={<Avatar name={user.displayName} url={user.photoURL} />}
            title={user.displayName}
            note={user.email}
            onChoose={() => choose(i)}
          />
        ))}
      </div>
    ),
  };
}
