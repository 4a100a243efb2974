import {
  faEllipsis,
  faGear,
  faLink,
  faRotate,
  faStop,
  faTrashArrowUp,
} from "@fortawesome/free-solid-svg-icons";
import { call } from "../../../data/api.ts";
import type { OpenAPIPageSet } from "../../../data/api-types.ts";
import { refresh } from "../../../data/queries.ts";
import { attempt, showDone } from "../../../data/toasts.ts";
import { urlOf } from "../../../navigation/router.ts";
import { FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { Checkbox } from "../../../parts/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Menu, type MenuItem } from "../../../parts/menu.tsx";
import { Badge, Time } from "../../../parts/small.tsx";
import { words } from "../../../words/index.ts";
import { readSettings, SettingsFields } from "./settings-fields.tsx";

const route = "/orgs/:organizationId/openapi/:specSlug/page-sets/:pageSetId" as const;

interface PageSetProps {
  readonly organization: string;
  readonly set: OpenAPIPageSet;
}

const kinds = { pending: "info", removing: "info", complete: "success", failed: "danger" } as const;

/** A place where pages are made from a spec: its state, and what can be done. */
export function PageSetRow({ organization, set }: PageSetProps) {
  const texts = words.openapi.pages;
  const { space, page, changeRequest, state, error, deletedPages, syncedAt, user } = set;
  const title = space.title || words.library.untitled;
  const path = `/spaces/${space.id}${typeof page === "string" ? `/pages/${page}` : ""}`;
  return (
    <li class="tall-row two-line-row">
      <div class="row-main">
        <a class="row-title" href={urlOf(path)}>
          {title}
        </a>
        <span class="row-note page-set-note">
          <span>{texts.pageCount(set.pages)}</span>
          {deletedPages > 0 && <span>{texts.deleted(deletedPages)}</span>}
          <span>{texts.by(user.displayName)}</span>
          {syncedAt && <Time at={syncedAt} />}
        </span>
        {changeRequest && (
          <a
            class="page-set-request"
            href={urlOf(`/spaces/${space.id}/change-requests/${changeRequest.number}`)}
          >
            {texts.proposed(changeRequest.number)}
          </a>
        )}
        {error && (
          <p class="form-error" role="alert">
            {error}
          </p>
        )}
      </div>
      {state === "complete" && changeRequest ? (
        <Badge kind="warning">{texts.states.proposed}</Badge>
      ) : (
        <Badge kind={kinds[state]}>{texts.states[state]}</Badge>
      )}
      <Menu label={texts.menu(title)} items={() => actionsOf({ organization, set })}>
        <Icon of={faEllipsis} />
      </Menu>
    </li>
  );
}

function paramsOf({ organization, set }: PageSetProps) {
  return { organizationId: organization, specSlug: set.spec, pageSetId: set.id };
}

function refreshSets({ organization, set }: PageSetProps): void {
  refresh(`/orgs/${organization}/openapi/${set.spec}/page-sets`);
}

function actionsOf(props: PageSetProps): MenuItem[] {
  const texts = words.openapi.pages;
  const { set } = props;
  const update = async (restoreDeleted: boolean) => {
    await attempt(
      () => call(`POST ${route}/sync`, paramsOf(props), { body: { restoreDeleted } }),
      texts.updating,
    );
    refreshSets(props);
  };
  const open = (Dialog: typeof SettingsDialog) =>
    openDialog((close) => <Dialog {...props} onClose={close} />);
  const lastChange: MenuItem[] =
    set.revision === undefined
      ? []
      : [
          {
            label: texts.lastChange,
            icon: faLink,
            href: urlOf(`/spaces/${set.space.id}/revisions/${set.revision}/changes`),
          },
        ];
  if (!set.permissions.edit) return lastChange;
  return [
    { label: texts.update, icon: faRotate, onSelect: () => update(false) },
    ...(set.deletedPages > 0
      ? [{ label: texts.restore, icon: faTrashArrowUp, onSelect: () => update(true) }]
      : []),
    { label: texts.settings, icon: faGear, onSelect: () => open(SettingsDialog) },
    ...lastChange,
    {
      label: texts.stop,
      icon: faStop,
      isDangerous: true,
      isFirstOfGroup: true,
      onSelect: () => open(StopDialog),
    },
  ];
}

type PageSetDialogProps = PageSetProps & { readonly onClose: () => void };

function SettingsDialog({ onClose, ...props }: PageSetDialogProps) {
  const texts = words.openapi.pages;
  const save = async (form: FormData) => {
    await call(`PATCH ${route}`, paramsOf(props), { body: readSettings(form) });
    showDone(texts.saved);
    refreshSets(props);
  };
  return (
    <FormDialog title={texts.settingsTitle} action={texts.save} onClose={onClose} onSubmit={save}>
      <SettingsFields settings={props.set} />
    </FormDialog>
  );
}

function StopDialog({ onClose, ...props }: PageSetDialogProps) {
  const texts = words.openapi.pages;
  const stop = async (form: FormData) => {
    const deletes = form.get("delete") !== null;
    await call(`DELETE ${route}`, paramsOf(props), { query: { pages: deletes ? "delete" : "keep" } });
    showDone(deletes ? texts.removing : texts.stopped);
    refreshSets(props);
  };
  return (
    <FormDialog
      title={texts.stopTitle(props.set.space.title || words.library.untitled)}
      action={texts.stop}
      onClose={onClose}
      onSubmit={stop}
      isDangerous
    >
      <p>{texts.stopText}</p>
      <Checkbox label={texts.alsoDelete} name="delete" checked={false} />
    </FormDialog>
  );
}
