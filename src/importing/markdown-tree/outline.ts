import type { PageAttributes } from "../../content/index.ts";

/** What is known of a group or a link that has no file to say it. */
export type OwnAttributes = Pick<
  PageAttributes,
  "emoji" | "icon" | "hidden" | "noIndex" | "noRobotsIndex" | "condition"
>;

/** Where a page stands: in a table of contents, or in the folders. */
export interface OutlineItem {
  /** Its file, or what stands for it: a folder, a place in the table of contents. */
  readonly address: string;
  readonly kind: "page" | "link" | "holder";
  /** What it is called there. */
  readonly title?: string;
  /** Of a link. */
  readonly href?: string;
  readonly slug?: string;
  readonly attributes?: OwnAttributes;
  /** Other addresses that lead to it. */
  readonly aliases?: readonly string[];
  readonly children: OutlineItem[];
}
