import { faArrowDown, faArrowUp, faBook, faPlus, faXmark } from "@fortawesome/free-solid-svg-icons";
import { Button, IconButton } from "../../parts/button.tsx";
import { ChoiceField } from "../../parts/choice-field.tsx";
import { openDialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { SpacePicker } from "../../parts/space-picker.tsx";
import { words } from "../../words/index.ts";
import { changeDraft, type SiteDraft } from "./draft.ts";
import { ImportedPages } from "./imported-pages.tsx";
import { hasContent, type StepProps } from "./steps.ts";

/** The first step: what the site shows. */
export function ContentStep(props: StepProps) {
  const { organizationId, draft, spaces, titleOf, goTo } = props;
  const texts = words.siteCreation;
  const change = (changes: Partial<SiteDraft>) => changeDraft(organizationId, changes);
  const next = () => {
    const [first] = spaces;
    if (draft.title === "" && first !== undefined) change({ title: titleOf(first) ?? "" });
    goTo("address");
  };
  if (draft.made !== undefined)
    return (
      <div class="form">
        <p>{texts.isMade}</p>
        <div class="form-actions">
          <Button kind="primary" onClick={() => goTo("address")}>
            {texts.next}
          </Button>
        </div>
      </div>
    );
  return (
    <div class="form">
      <ChoiceField
        label={texts.from}
        value={draft.source}
        choices={(["spaces", "import", "sample", "empty"] as const).map((value) => ({
          ...{ value, label: texts.sources[value], hint: texts.sourceHints[value] },
        }))}
        onChange={(source) => change({ source })}
      />
      {draft.source === "spaces" && <ChosenSpaces {...props} change={change} />}
      {draft.source === "import" && (
        <ImportedPages
          organizationId={organizationId}
          run={draft.importRun}
          onChange={(importRun) => change({ importRun })}
        />
      )}
      {draft.source === "spaces" && draft.spaces.length > 1 && (
        <ChoiceField
          label={texts.arrangement}
          value={draft.arrangement}
          choices={(["sections", "variants"] as const).map((value) => ({
            ...{ value, label: texts.arrangements[value], hint: texts.arrangementHints[value] },
          }))}
          onChange={(arrangement) => change({ arrangement })}
        />
      )}
      <div class="form-actions">
        <Button kind="primary" disabled={!hasContent(draft, spaces)} onClick={next}>
          {texts.next}
        </Button>
      </div>
    </div>
  );
}

interface ChosenSpacesProps extends StepProps {
  readonly change: (changes: Partial<SiteDraft>) => void;
}

function ChosenSpaces({ organizationId, draft, titleOf, change }: ChosenSpacesProps) {
  const texts = words.siteCreation;
  const { spaces } = draft;
  const choose = () =>
    openDialog((close) => (
      <SpacePicker
        title={texts.pick.title}
        action={texts.pick.action}
        organizationId={organizationId}
        initial={spaces}
        canBeEmpty
        onChoose={(ids) => change({ spaces: ids })}
        onClose={close}
      />
    ));
  return (
    <section aria-labelledby="chosen-spaces">
      <h2 id="chosen-spaces">{texts.chosen}</h2>
      {spaces.length === 0 ? (
        <p class="muted">{texts.noneChosen}</p>
      ) : (
        <ol class="panel rows chosen-spaces">
          {spaces.map((id, index) => (
            <ChosenSpace
              key={id}
              title={titleOf(id) ?? texts.missingSpace}
              index={index}
              spaces={spaces}
              onChange={(changed) => change({ spaces: changed })}
            />
          ))}
        </ol>
      )}
      <div class="form-actions">
        <Button icon={faPlus} onClick={choose}>
          {texts.choose}
        </Button>
      </div>
    </section>
  );
}

interface ChosenSpaceProps {
  readonly title: string;
  readonly index: number;
  readonly spaces: readonly string[];
  readonly onChange: (spaces: readonly string[]) => void;
}

function ChosenSpace({ title, index, spaces, onChange }: ChosenSpaceProps) {
  const texts = words.siteCreation;
  const without = spaces.toSpliced(index, 1);
  const moveTo = (target: number) =>
    onChange(without.toSpliced(target, 0, ...spaces.slice(index, index + 1)));
  return (
    <li>
      <span class="item-icon">
        <Icon of={faBook} />
      </span>
      <span class="row-main row-title">{title}</span>
      <IconButton
        icon={faArrowUp}
        label={texts.moveUp(title)}
        disabled={index === 0}
        onClick={() => moveTo(index - 1)}
      />
      <IconButton
        icon={faArrowDown}
        label={texts.moveDown(title)}
        disabled={index === spaces.length - 1}
        onClick={() => moveTo(index + 1)}
      />
      <IconButton icon={faXmark} label={texts.remove(title)} onClick={() => onChange(without)} />
    </li>
  );
}
