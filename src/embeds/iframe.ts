import { escapeUTF8 } from "entities";

export interface Frame {
  readonly src: URL;
  readonly title: string;
  /** The height in pixels. */
  readonly height?: number;
  /** The ratio of width and height, if there is no height. */
  readonly ratio?: string;
  /** Restricts the page in the frame, which then cannot navigate the page around it. */
  readonly isSandboxed?: boolean;
}

const defaultRatio = "16 / 9";
const features = "fullscreen; picture-in-picture; encrypted-media; clipboard-write; web-share";
const sandbox = "allow-scripts allow-same-origin allow-popups allow-forms allow-presentation";

/** Writes an iframe. All HTML of embeds is written here: none of another site is passed on. */
export function writeIframe({
  src,
  title,
  height,
  ratio = defaultRatio,
  isSandboxed = false,
}: Frame): string {
  const size = height === undefined ? `aspect-ratio: ${ratio}; height: auto` : `height: ${height}px`;
  const attributes = {
    src: src.href,
    title,
    width: "100%",
    style: `width: 100%; ${size}; border: 0`,
    loading: "lazy",
    referrerpolicy: "strict-origin-when-cross-origin",
    allow: features,
    ...(isSandboxed && { sandbox }),
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeUTF8(value)}"`);
  return `<iframe ${written.join(" ")} allowfullscreen></iframe>`;
}
