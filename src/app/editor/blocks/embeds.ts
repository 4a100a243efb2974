import {
  faArrowsLeftRightToLine,
  faArrowUpRightFromSquare,
  faClosedCaptioning,
  faLink,
  faPlay,
  faTrash,
  faWindowMaximize,
} from "@fortawesome/free-solid-svg-icons";
import type { Command } from "prosemirror-state";
import { call, type Reply } from "../../data/api.ts";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { contextOf } from "../view/editor-context.ts";
import { element } from "../view/elements.ts";
import { changeData } from "../view/insert-block.ts";
import { hasCaption, toggleCaption } from "./captions.ts";
import { type CardOptions, cardView, removeBlock } from "./card-view.ts";
import { linkCard } from "./link-card.ts";

const texts = words.media.embed;

type Embed = Reply<"GET /spaces/:spaceId/embed">;

/** What is known of addresses. The server keeps it, too. */
const knownEmbeds = new Map<string, Embed | "loading" | "unknown">();

function embedOf(space: string, url: string, onKnown: () => void): Embed | undefined {
  const known = knownEmbeds.get(url);
  if (known === undefined) {
    knownEmbeds.set(url, "loading");
    call("GET /spaces/:spaceId/embed", { spaceId: space }, { query: { url } })
      .then((embed) => knownEmbeds.set(url, embed))
      // The address is shown as it is.
      .catch(() => knownEmbeds.set(url, "unknown"))
      .then(onKnown);
  }
  return typeof known === "object" ? known : undefined;
}

const drawEmbed: CardOptions["draw"] = ({ attrs }, view, redraw) => {
  const { url } = attrs.data as { url: string };
  const embed = embedOf(contextOf(view.state).content.space, url, redraw);
  if (embed === undefined) return linkCard(faLink, url);
  const { title, site, description = "", type } = embed;
  if (type !== "rich") return linkCard(faLink, title, [description, site].filter(Boolean).join(" · "));
  return linkCard(faPlay, title, site, element("span", { className: "link-card-note" }, texts.player));
};

const embedTools: CardOptions["tools"] = (node, view, getPos) => {
  const { url, fullWidth } = node.attrs.data;
  return [
    {
      label: texts.caption,
      icon: faClosedCaptioning,
      isPressed: hasCaption(node),
      run: () => toggleCaption(view, getPos()),
    },
    {
      label: texts.fullWidth,
      icon: faArrowsLeftRightToLine,
      isPressed: fullWidth === true,
      run: () => changeData(view, getPos(), { fullWidth: fullWidth ? undefined : true }),
    },
    {
      label: texts.address,
      icon: faLink,
      run: async () => (await import("../on-demand.ts")).editAddress(view, url, getPos),
    },
    { label: texts.open, icon: faArrowUpRightFromSquare, run: () => open(url, "_blank", "noopener") },
    { label: texts.remove, icon: faTrash, run: () => removeBlock(view, getPos) },
  ];
};

const insertEmbed: Command = (_state, dispatch, view) => {
  if (dispatch && view) import("../on-demand.ts").then(({ editAddress }) => editAddress(view, ""));
  return true;
};

export const embeds: Kind = {
  dom: {
    embed: ({ attrs }) => [
      "figure",
      { class: "embed" },
      ["a", { href: attrs.data.url }, attrs.data.url],
      ["div", 0],
    ],
  },
  views: {
    embed: cardView({
      label: texts.tools,
      draw: drawEmbed,
      tools: embedTools,
      className: ({ attrs }) => (attrs.data.fullWidth ? "embed is-wide" : "embed"),
    }),
  },
  entries: [
    {
      name: words.media.blocks.embed,
      keywords: "video youtube figma iframe address bookmark",
      icon: faWindowMaximize,
      group: "media",
      insert: insertEmbed,
    },
  ],
};
