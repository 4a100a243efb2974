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
const sandbox =
  "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation";

/** The attributes of a frame, except for its size. */
export function frameAttributes({ src, title, isSandboxed = false }: Frame): Record<string, string> {
  return {
    src: src.href,
    title,
    loading: "lazy",
    referrerpolicy: "strict-origin-when-cross-origin",
    allow: features,
    ...(isSandboxed && { sandbox }),
  };
}

/** Writes an iframe. All HTML of embeds is written here: none of another site is passed on. */
export function writeIframe(frame: Frame): string {
  const { height, ratio = defaultRatio } = frame;
  const size = height === undefined ? `aspect-ratio: ${ratio}; height: auto` : `height: ${height}px`;
  const attributes = {
    ...frameAttributes(frame),
    width: "100%",
    style: `width: 100%; ${size}; border: 0`,
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeUTF8(value)}"`);
  return `<iframe ${written.join(" ")} allowfullscreen></iframe>`;
}
