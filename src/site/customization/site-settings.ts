import {
  type CustomizationInput,
  type CustomizationSettings,
  completeCustomization,
} from "../../publishing/customization/index.ts";

export type Mode = "light" | "dark";
export type Font =
  | CustomizationSettings["styling"]["font"]
  | CustomizationSettings["styling"]["monospaceFont"];

/** The customization of a site space, and what its owner has not decided. */
export interface SiteSettings extends CustomizationSettings {
  readonly chosen: {
    /** The mode before the reader chooses one. `system` follows the reader's system. */
    readonly mode: Mode | "system";
    /** Without a font, pages have the font of the reader's system. */
    readonly font?: Font | undefined;
    readonly headingFont?: Font | undefined;
    readonly monospaceFont?: Font | undefined;
    readonly locale?: string | undefined;
    /** Whether readers are told apart by a cookie. */
    readonly trackingCookie?: boolean | undefined;
  };
  /** The mode that a preview has, whatever the reader has chosen. */
  readonly shownMode?: Mode;
}

/**
 * Merges the layers of a customization, with its texts in the locale. Fonts and mode are not those of the defaults: the
 * reader's system decides unless the owner does.
 */
export function siteSettingsOf(...layers: readonly CustomizationInput[]): SiteSettings {
  const settings = withLocalizedTexts(completeCustomization(...layers));
  const last = <T>(read: (layer: CustomizationInput) => T | undefined) =>
    layers.map(read).findLast((value) => value !== undefined);
  const mode = last(({ themes }) => themes?.default);
  return {
    ...settings,
    chosen: {
      mode: mode ?? (settings.themes.toggeable ? "system" : "light"),
      font: last(({ styling }) => styling?.font),
      headingFont: last(({ styling }) => styling?.headingFont),
      monospaceFont: last(({ styling }) => styling?.monospaceFont),
      locale: last(({ internationalization }) => internationalization?.locale),
      trackingCookie: last(({ insights }) => insights?.trackingCookie),
    },
  };
}

interface Titled {
  readonly title: string;
  readonly localizedTitle?: Readonly<Partial<Record<string, string>>> | undefined;
}

function withLocalizedTexts(settings: CustomizationSettings): CustomizationSettings {
  const { header, footer, announcement } = settings;
  const { locale } = settings.internationalization;
  const localize = <T extends Titled>(item: T): T => ({
    ...item,
    title: item.localizedTitle?.[locale] || item.title,
  });
  const localizeGroup = <T extends Titled & { links: Titled[] }>(group: T): T => ({
    ...localize(group),
    links: group.links.map(localize),
  });
  const title = settings.localizedTitle?.[locale] || settings.title;
  return {
    ...settings,
    ...(title !== undefined && { title }),
    header: { ...header, links: header.links.map(localizeGroup) },
    footer: { ...footer, groups: footer.groups.map(localizeGroup) },
    ...(announcement && {
      announcement: {
        ...announcement,
        message: announcement.localizedMessage?.[locale] || announcement.message,
        ...(announcement.link && { link: localize(announcement.link) }),
      },
    }),
  };
}
