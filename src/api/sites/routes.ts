import type { Chapter } from "../http/index.ts";
import { customizationOperations } from "./customization-operations.ts";
import { siteOperations } from "./site-operations.ts";
import { visitorOperations } from "./visitor-operations.ts";

export const sites: Chapter = {
  title: "Docs sites",
  operations: [...siteOperations, ...visitorOperations, ...customizationOperations],
};
