import type { Integration } from "../../../data/api-types.ts";
import { Badge } from "../../../parts/small.tsx";
import { words } from "../../../words/index.ts";
import { type Declaration, fieldsOf } from "../configuration/fields.ts";

const texts = words.integrations.declared;

/** What can be configured when an integration is installed. */
export function Declared({ integration: { configurations = {} } }: { readonly integration: Integration }) {
  const levels = (["account", "space", "site"] as const).flatMap((level) => {
    const declaration = configurations[level];
    return declaration === undefined ? [] : [{ level, declaration }];
  });
  if (levels.length === 0) return null;
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      {levels.map(({ level, declaration }) => (
        <Level key={level} title={texts.levels[level]} declaration={declaration} />
      ))}
    </section>
  );
}

function Level({ title, declaration }: { readonly title: string; readonly declaration: Declaration }) {
  return (
    <>
      <h3 class="group-title">{title}</h3>
      {declaration.componentId === undefined ? (
        <ul class="panel rows" aria-label={title}>
          {fieldsOf(declaration).map(({ name, label, description, kind, isRequired }) => (
            <li key={name}>
              <div class="row-main">
                <span class="row-title">{label}</span>
                {description && <span class="row-note">{description}</span>}
              </div>
              {isRequired && <Badge>{texts.required}</Badge>}
              <span class="muted">{texts.kinds[kind]}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p class="section-text">{texts.ownForm}</p>
      )}
    </>
  );
}
