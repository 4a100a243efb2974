import { faUser } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { ApiError } from "../../../data/api.ts";
import { ClaimInputs } from "../../../parts/claims/claim-inputs.tsx";
import { useSchema } from "../../../parts/claims/use-schema.ts";
import { type ClaimSchema, parseClaims } from "../../../parts/claims/visitor-claims.ts";
import { FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { Checkbox, TextAreaField } from "../../../parts/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { useForm } from "./form-context.ts";
import type { PreviewOptions } from "./use-preview.ts";

const texts = words.look.preview;
const claimTexts = words.siteAudience.visitor;

interface VisitorProps {
  readonly options: PreviewOptions;
  readonly onChange: (options: PreviewOptions) => void;
}

/** As whom the preview is seen. */
export function VisitorButton({ options, onChange }: VisitorProps) {
  const { organizationId, site } = useForm();
  const edit = () =>
    openDialog((close) => (
      <VisitorDialog {...{ options, onChange, organizationId }} siteId={site.id} onClose={close} />
    ));
  const label = options.claims ? texts.visitorSet : texts.visitor;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-pressed={options.claims !== undefined || options.hasDrafts}
      onClick={edit}
    >
      <Icon of={faUser} />
    </button>
  );
}

interface VisitorDialogProps extends VisitorProps {
  readonly organizationId: string;
  readonly siteId: string;
  readonly onClose: () => void;
}

function VisitorDialog({ options, onChange, organizationId, siteId, onClose }: VisitorDialogProps) {
  const { claims: before = {}, ...others } = options;
  const [hasDrafts, setDrafts] = useState(options.hasDrafts);
  const [claims, setClaims] = useState(before);
  const schema = useSchema(organizationId, siteId);
  const { properties = {} } = (schema.data?.jsonSchema ?? {}) as Partial<ClaimSchema>;
  const ofKind = (all: typeof claims, isDescribed: boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name in properties === isDescribed));
  const show = async (form: FormData) => {
    const written = parseClaims(String(form.get("others") ?? ""));
    if (written === undefined) throw new ApiError(400, claimTexts.othersWrong);
    const all = { ...ofKind(claims, true), ...written };
    onChange({ ...others, hasDrafts, ...(Object.keys(all).length > 0 && { claims: all }) });
  };
  const undescribed = ofKind(before, false);
  return (
    <FormDialog title={texts.visitorTitle} action={texts.visitorAction} onClose={onClose} onSubmit={show}>
      <Loaded query={schema}>
        {() => (
          <>
            <ClaimInputs properties={properties} claims={claims} onChange={setClaims} />
            <TextAreaField
              label={claimTexts.others}
              hint={claimTexts.othersHint}
              name="others"
              rows={3}
              isCode
              initialValue={Object.keys(undescribed).length > 0 ? JSON.stringify(undescribed, null, 2) : ""}
            />
          </>
        )}
      </Loaded>
      <Checkbox label={texts.drafts} checked={hasDrafts} onChange={setDrafts} />
    </FormDialog>
  );
}
