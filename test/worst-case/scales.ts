import type { DriveOptions } from "./drive.ts";
import { documentShapes } from "./texts.ts";

export const fullScale: Omit<DriveOptions, "limits"> = {
  share: 1,
  importShare: 1,
  pages: 20_000,
  shapes: Object.keys(documentShapes),
  items: 1000,
  events: 100_000,
  importKinds: [
    ...["markdown", "html", "zip", "docx", "website"],
    ...["confluence", "github-wiki", "notion", "google-docs"],
  ],
  searches: 9,
  pdfs: "spaces",
  maxGrowth: 100,
  readers: ["admin", "member", "outsider", "visitor"],
  padders: ["member", "outsider", "visitor"],
};

export const shortScale: Omit<DriveOptions, "limits"> = {
  share: 0.02,
  importShare: 0.01,
  pages: 50,
  shapes: ["headings"],
  items: 8,
  events: 2000,
  importKinds: ["zip"],
  searches: 2,
  pdfs: "pages",
  maxGrowth: Number.POSITIVE_INFINITY,
  readers: ["admin"],
  padders: ["outsider"],
};
