import type { CustomizationSettings } from "../../publishing/customization/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import type { FrameContext } from "./frame-context.ts";

type Account = CustomizationSettings["socialAccounts"][number];
type Platform = Account["platform"];

/** The name of a platform, its icon, and the URL of an account. */
const platforms: Readonly<
  Record<Platform, readonly [name: string, icon: string, url: (handle: string) => string]>
> = {
  twitter: ["X", "x-twitter", (handle) => `https://x.com/${handle}`],
  instagram: ["Instagram", "instagram", (handle) => `https://www.instagram.com/${handle}`],
  facebook: ["Facebook", "facebook", (handle) => `https://www.facebook.com/${handle}`],
  linkedin: [
    "LinkedIn",
    "linkedin",
    (handle) => `https://www.linkedin.com/${handle.includes("/") ? handle : `company/${handle}`}`,
  ],
  github: ["GitHub", "github", (handle) => `https://github.com/${handle}`],
  discord: ["Discord", "discord", (handle) => `https://discord.gg/${handle}`],
  slack: ["Slack", "slack", (handle) => `https://${handle.replace(/[^\w-]/g, "")}.slack.com/`],
  youtube: ["YouTube", "youtube", (handle) => `https://www.youtube.com/@${handle}`],
  tiktok: ["TikTok", "tiktok", (handle) => `https://www.tiktok.com/@${handle}`],
  reddit: [
    "Reddit",
    "reddit",
    (handle) => `https://www.reddit.com/${handle.includes("/") ? handle : `r/${handle}`}`,
  ],
  bluesky: ["Bluesky", "bluesky", (handle) => `https://bsky.app/profile/${handle}`],
  mastodon: ["Mastodon", "mastodon", mastodonUrl],
  threads: ["Threads", "threads", (handle) => `https://www.threads.net/@${handle}`],
  medium: ["Medium", "medium", (handle) => `https://medium.com/@${handle}`],
};

/** The handle of Mastodon names its server: `name@server`. */
function mastodonUrl(handle: string): string {
  const [name = "", server = "mastodon.social"] = handle.split("@");
  return `https://${server}/@${name}`;
}

/** Handles have these characters. Others could lead to another host. */
const handlePattern = /^[\p{L}\p{N}._/@-]+$/u;

export function socialUrl({ platform, handle }: Pick<Account, "platform" | "handle">): string | undefined {
  const [, , urlOf] = platforms[platform];
  const name = handle.replace(/^@/, "");
  return handlePattern.test(name) ? URL.parse(urlOf(name))?.href : undefined;
}

/** The accounts of a site as icons with names. */
export function writeSocialLinks(place: "header" | "footer", frame: FrameContext): Html | undefined {
  const { icon, settings, opensNewTabs } = frame;
  const target = opensNewTabs ? "_blank" : undefined;
  const links = settings.socialAccounts.flatMap((account) => {
    const href = account.display[place] ? socialUrl(account) : undefined;
    const [name, iconName] = platforms[account.platform];
    return href === undefined
      ? []
      : html`<li><a class="icon-button"${attributes({ href, rel: "me noopener", target })} aria-label="${name}" title="${name}">${icon(iconName)}</a></li>`;
  });
  return links.length === 0 ? undefined : html`<ul class="social-links social-${place}">${links}</ul>`;
}
