import { Checkbox, SelectField, TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import { fieldWords } from "./field-words.ts";
import { useField, useForm } from "./form-context.ts";
import { type ContentLink, LinkFields, LinkList, newLink, TitleFields } from "./link-fields.tsx";
import { ListEditor } from "./list-editor.tsx";
import { type Localized, LocalizedTexts } from "./localized-texts.tsx";
import { valueAt, withValue } from "./values.ts";

const texts = words.look;

/** The title of the site, in all languages. */
export function SiteTitleField({ path }: { readonly path: string }) {
  const form = useForm();
  const { value = "", set } = useField<string>(path);
  const { label } = fieldWords(path);
  return (
    <div class="look-texts">
      <TextField
        label={label}
        value={value}
        placeholder={form.site.title}
        maxLength={128}
        onInput={(text) => set(text === "" ? undefined : text)}
      />
      <LocalizedTexts
        label={label}
        maxLength={128}
        value={valueAt(form.effective, "localizedTitle") as Localized | undefined}
        onChange={(texts) => form.edit((own) => withValue(own, "localizedTitle", texts), "localizedTitle")}
      />
    </div>
  );
}

interface LinkGroup {
  readonly title: string;
  readonly localizedTitle?: Localized;
  readonly links: readonly ContentLink[];
}

export function FooterGroupsField({ path }: { readonly path: string }) {
  const { value = [], set } = useField<readonly LinkGroup[]>(path);
  const { label } = fieldWords(path);
  return (
    <fieldset class="look-list">
      <legend>{label}</legend>
      <ListEditor<LinkGroup>
        label={label}
        items={value}
        nameOf={({ title }) => title}
        addLabel={texts.group.add}
        newItem={() => ({ title: texts.group.new, links: [] })}
        maxItems={50}
        onChange={set}
      >
        {(group, change) => (
          <>
            <TitleFields item={group} maxLength={128} onChange={change} />
            <LinkList
              label={texts.group.links}
              addLabel={texts.link.addTo(group.title)}
              links={group.links}
              onChange={(links) => change({ ...group, links })}
            />
          </>
        )}
      </ListEditor>
    </fieldset>
  );
}

interface SocialAccount {
  readonly platform: string;
  readonly handle: string;
  readonly display: { readonly header: boolean; readonly footer: boolean };
}

export function AccountsField({ path }: { readonly path: string }) {
  const { value = [], set } = useField<readonly SocialAccount[]>(path);
  const { label } = fieldWords(path);
  const platforms: Readonly<Record<string, string>> = texts.social.platforms;
  return (
    <fieldset class="look-list">
      <legend>{label}</legend>
      <ListEditor<SocialAccount>
        label={label}
        items={value}
        nameOf={({ platform, handle }) => `${platforms[platform] ?? platform}: ${handle}`}
        addLabel={texts.social.add}
        newItem={() => ({ platform: "github", handle: "lectern", display: { header: false, footer: true } })}
        maxItems={10}
        onChange={set}
      >
        {(account, change) => (
          <>
            <SelectField
              label={texts.social.platform}
              value={account.platform}
              options={Object.entries(platforms).map(([name, text]) => ({ value: name, label: text }))}
              onChange={(platform) => change({ ...account, platform })}
            />
            <TextField
              label={texts.social.handle}
              value={account.handle}
              maxLength={128}
              onInput={(handle) => change({ ...account, handle })}
            />
            {(["header", "footer"] as const).map((place) => (
              <Checkbox
                key={place}
                label={texts.social[place]}
                checked={account.display[place]}
                onChange={(isShown) =>
                  change({ ...account, display: { ...account.display, [place]: isShown } })
                }
              />
            ))}
          </>
        )}
      </ListEditor>
    </fieldset>
  );
}

interface Announcement {
  readonly enabled: boolean;
  readonly message: string;
  readonly localizedMessage?: Localized;
  readonly link?: ContentLink;
  readonly style: string;
}

export function AnnouncementField({ path }: { readonly path: string }) {
  const { value, set } = useField<Announcement>(path);
  const { announce } = texts;
  const current = value ?? { enabled: false, message: announce.example, style: "info" };
  const { localizedMessage: _, ...withoutLocalized } = current;
  const { link, ...withoutLink } = current;
  return (
    <div class="look-texts">
      <Checkbox
        label={announce.enabled}
        checked={current.enabled}
        onChange={(enabled) => set({ ...current, enabled })}
      />
      {current.enabled && (
        <>
          <TextField
            label={announce.message}
            value={current.message}
            maxLength={128}
            onInput={(message) => set({ ...current, message })}
          />
          <LocalizedTexts
            label={announce.message}
            value={current.localizedMessage}
            maxLength={128}
            onChange={(localized) =>
              set(localized ? { ...current, localizedMessage: localized } : withoutLocalized)
            }
          />
          <SelectField
            label={announce.style}
            value={current.style}
            options={Object.entries(announce.styles).map(([name, text]) => ({ value: name, label: text }))}
            onChange={(style) => set({ ...current, style })}
          />
          <Checkbox
            label={announce.hasLink}
            checked={link !== undefined}
            onChange={(hasLink) => set(hasLink ? { ...current, link: newLink() } : withoutLink)}
          />
          {link && <LinkFields link={link} onChange={(changed) => set({ ...current, link: changed })} />}
        </>
      )}
    </div>
  );
}
