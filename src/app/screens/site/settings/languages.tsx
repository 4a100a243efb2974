import { type Body, call } from "../../../data/api.ts";
import type { SiteSpace } from "../../../data/api-types.ts";
import { languageName, languages } from "../../../data/languages.ts";
import { refreshLibrary } from "../../../data/library.ts";
import { refresh, useList, useQuery } from "../../../data/queries.ts";
import { reservedPaths, siteSpacePath } from "../../../data/site-paths.ts";
import { showDone } from "../../../data/toasts.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { SelectField } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { Badge } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { siteLayer, storedLayer } from "../look/look-state.ts";
import { withValue } from "../look/values.ts";
import type { SiteSettingsProps } from "./settings-props.ts";

const texts = words.siteSettings.languages;
const path = "/orgs/:organizationId/sites/:siteId" as const;
const locales = words.look.fields["internationalization.locale"].choices;

/** The language of the frame, and those of the spaces that the site shows. */
export function Languages(props: SiteSettingsProps) {
  const { organization, site } = props;
  const params = { organizationId: organization, siteId: site.id };
  const customization = useQuery(`GET ${path}/customization`, params);
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <p class="section-text">{texts.text}</p>
      <Loaded query={customization}>
        {({ internationalization: { locale } }) =>
          site.permissions.admin ? (
            <FrameLanguage key={locale} {...props} locale={locale} />
          ) : (
            <p class="section-text">{`${texts.frame}: ${languageName(locale)}`}</p>
          )
        }
      </Loaded>
      <SpaceLanguages {...props} />
    </section>
  );
}

interface FrameLanguageProps extends SiteSettingsProps {
  readonly locale: string;
}

/** The language of the frame is a field of the look, of which all others stay. */
function FrameLanguage({ organization, site, locale }: FrameLanguageProps) {
  const params = { organizationId: organization, siteId: site.id };
  const save = async (form: FormData) => {
    const { values, version } = storedLayer(
      await call(`GET ${path}/customization/stored`, params),
      siteLayer,
    );
    const changed = withValue(values, "internationalization.locale", form.get("locale"));
    const body = changed as Body<`PUT ${typeof path}/customization`>;
    await call(`PUT ${path}/customization`, params, { body, ifMatch: `"${version}"` });
    refresh(`/orgs/${organization}/sites/${site.id}/customization`);
  };
  return (
    <Form label={texts.frame} action={texts.saveFrame} done={texts.saved} kind="plain" onSubmit={save}>
      <SelectField
        label={texts.frame}
        name="locale"
        value={locale}
        options={Object.entries(locales).map(([value, label]) => ({ value, label }))}
      />
    </Form>
  );
}

/** The spaces that the site shows, with their paths on it. */
function SpaceLanguages({ organization, site }: SiteSettingsProps) {
  const params = { organizationId: organization, siteId: site.id };
  const spaces = useList(`GET ${path}/site-spaces`, params, { limit: 100 }, { all: true });
  const { data: sections = [] } = useList(`GET ${path}/sections`, params, { limit: 100 }, { all: true });
  const byId = new Map(sections.map((section) => [section.id, section]));
  const reserved = reservedPaths(sections);
  const change = (siteSpace: SiteSpace) =>
    openDialog((close) => (
      <LanguageDialog organization={organization} siteId={site.id} siteSpace={siteSpace} onClose={close} />
    ));
  return (
    <Loaded query={spaces}>
      {(items) => (
        <ul class="panel rows languages" aria-label={texts.list}>
          {items.map((siteSpace) => {
            const { id, title, section, space } = siteSpace;
            const language = space.language ? languageName(space.language) : texts.unset;
            return (
              <li key={id}>
                <div class="row-main">
                  <a class="row-title" href={urlOf(`/spaces/${space.id}`)}>
                    {title || space.title}
                  </a>
                  <span class="row-note">/{siteSpacePath(siteSpace, byId.get(section ?? ""), reserved)}</span>
                </div>
                {space.permissions.admin ? (
                  <Button
                    aria-label={texts.change(title || space.title, language)}
                    onClick={() => change(siteSpace)}
                  >
                    {language}
                  </Button>
                ) : (
                  <Badge>{language}</Badge>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Loaded>
  );
}

type SpaceLanguage = NonNullable<Body<"PATCH /spaces/:spaceId">["language"]>;

interface LanguageDialogProps {
  readonly organization: string;
  readonly siteId: string;
  readonly siteSpace: SiteSpace;
  readonly onClose: () => void;
}

function LanguageDialog({ organization, siteId, siteSpace, onClose }: LanguageDialogProps) {
  const { space, title } = siteSpace;
  const fieldTexts = words.siteStructure.settings;
  const save = async (form: FormData) => {
    const language = (form.get("language") || null) as SpaceLanguage | null;
    await call("PATCH /spaces/:spaceId", { spaceId: space.id }, { body: { language } });
    refresh(`/orgs/${organization}/sites/${siteId}`);
    refreshLibrary(organization);
    showDone(texts.saved);
  };
  return (
    <FormDialog
      title={texts.of(title || space.title)}
      action={words.common.save}
      onClose={onClose}
      onSubmit={save}
    >
      <SelectField
        label={fieldTexts.language}
        hint={fieldTexts.languageHint}
        name="language"
        value={space.language ?? ""}
        options={[
          { value: "", label: fieldTexts.noLanguage },
          ...languages.map((value) => ({ value, label: languageName(value) })),
        ]}
      />
    </FormDialog>
  );
}
