import { words } from "../../../words/index.ts";
import { MergeRulesForm } from "../../merge-rules/form.tsx";
import { SettingsScreen, updateOrganization } from "../settings-screen.tsx";

/** The merge rules of the spaces without rules of their own. */
export function Screen({ organization }: { readonly organization: string }) {
  return (
    <SettingsScreen organization={organization}>
      {(loaded) => (
        <>
          <p class="section-text">{words.mergeRules.organization.description}</p>
          <MergeRulesForm
            key={loaded.id}
            rules={loaded.mergeRules}
            organizationId={loaded.id}
            types={["none", "rules"]}
            onSave={(mergeRules) => updateOrganization(loaded.id, { mergeRules })}
          />
        </>
      )}
    </SettingsScreen>
  );
}
