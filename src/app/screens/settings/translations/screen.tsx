import { faEllipsis, faGlobe, faPlus } from "@fortawesome/free-solid-svg-icons";
import { call } from "../../../data/api.ts";
import type { TranslationSettings } from "../../../data/api-types.ts";
import { languageName } from "../../../data/languages.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { Button } from "../../../parts/button.tsx";
import { confirm, openDialog } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Menu } from "../../../parts/menu.tsx";
import { PagedList } from "../../../parts/paged-list.tsx";
import { Time } from "../../../parts/small.tsx";
import { EmptyState } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { SettingsScreen } from "../settings-screen.tsx";
import { TranslationDialog } from "./translation-dialog.tsx";

const texts = words.translations;
const rowHeight = 60;

/** The translation settings of an organization. Members see them; creators change them. */
export function Screen({ organization }: { readonly organization: string }) {
  return (
    <SettingsScreen organization={organization} isForMembers>
      {({ permissions }) => <Translations organization={organization} mayEdit={permissions.createContent} />}
    </SettingsScreen>
  );
}

interface TranslationsProps {
  readonly organization: string;
  readonly mayEdit: boolean;
}

function Translations({ organization, mayEdit }: TranslationsProps) {
  const list = useList(
    "GET /orgs/:organizationId/translations",
    { organizationId: organization },
    { limit: 50 },
  );
  const edit = (settings?: TranslationSettings) =>
    openDialog((close) => (
      <TranslationDialog organization={organization} settings={settings} onClose={close} />
    ));
  const add = mayEdit && (
    <Button kind="primary" icon={faPlus} onClick={() => edit()}>
      {texts.add}
    </Button>
  );
  return (
    <section class="section">
      <p class="section-text">{texts.text}</p>
      <PagedList
        list={list}
        label={texts.list}
        rowHeight={rowHeight}
        empty={
          <EmptyState icon={faGlobe} title={texts.empty} text={texts.emptyText}>
            {add}
          </EmptyState>
        }
        row={(settings) => (
          <Row settings={settings} organization={organization} onEdit={() => edit(settings)} />
        )}
      />
      {list.data !== undefined && list.data.length > 0 && <p class="section-actions">{add}</p>}
    </section>
  );
}

interface RowProps {
  readonly settings: TranslationSettings;
  readonly organization: string;
  readonly onEdit: () => void;
}

function Row({ settings, organization, onEdit }: RowProps) {
  const { id, title, languages, updatedAt, permissions } = settings;
  const names = languages.map(languageName).join(", ");
  const remove = async () => {
    const { title: question, ...rest } = texts.confirmDelete;
    if (!(await confirm({ ...rest, title: question(title), isDangerous: true }))) return;
    const params = { organizationId: organization, translationSettingsId: id };
    const route = "DELETE /orgs/:organizationId/translations/:translationSettingsId";
    await attempt(() => call(route, params), texts.deleted);
    refresh(`/orgs/${organization}/translations`);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
    <div role="listitem" class="fixed-row">
      <div class="row-main">
        <span class="row-title">{title}</span>
        <span class="row-note" title={names}>
          {names || texts.noLanguages}
        </span>
      </div>
      <span class="row-aside muted">
        <Time at={updatedAt} />
      </span>
      {permissions.edit && (
        <Menu
          label={texts.actions(title)}
          items={[
            { label: texts.edit, onSelect: onEdit },
            { label: texts.delete, isDangerous: true, onSelect: remove },
          ]}
        >
          <Icon of={faEllipsis} />
        </Menu>
      )}
    </div>
  );
}
