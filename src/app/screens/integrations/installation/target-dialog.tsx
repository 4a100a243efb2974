import { showDone } from "../../../data/toasts.ts";
import { Dialog, FormDialog } from "../../../parts/dialog.tsx";
import { words } from "../../../words/index.ts";
import { ConfigurationFields, useConfiguration } from "../configuration/configuration-fields.tsx";
import { type Declaration, labelsOf } from "../configuration/fields.ts";
import { configureTarget, type Target, type TargetKind } from "./target-kinds.ts";

interface TargetDialogProps {
  readonly kind: TargetKind;
  readonly params: { readonly integrationName: string; readonly installationId: string };
  readonly target: Target;
  readonly declaration: Declaration;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The configuration of an integration for one space or site. */
export function TargetDialog(props: TargetDialogProps) {
  const { kind, params, target, declaration, onSaved, onClose } = props;
  const texts = words.integrations;
  const state = useConfiguration(declaration, target.configuration);
  const title = texts.targets.configureOf(target.title || texts.targets[kind].hidden);
  const save = async () => {
    await configureTarget(kind, params, target.id, state.read());
    onSaved();
    showDone(texts.configuration.saved);
  };
  if (declaration.componentId !== undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{texts.configuration.ownForm}</p>
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      action={texts.configuration.save}
      labels={labelsOf(state.fields)}
      onClose={onClose}
      onSubmit={save}
    >
      <ConfigurationFields state={state} />
    </FormDialog>
  );
}
