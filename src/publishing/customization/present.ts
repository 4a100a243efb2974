import { type Static, Type } from "@sinclair/typebox";
import { StringEnum } from "../../platform/index.ts";
import { Container, PartialReplyOf, ReplyOf } from "./containers.ts";
import { Customization, type CustomizationSettings } from "./schema.ts";

/** The actions of a page's menu in their order, with the setting that enables each. */
const pageActions = {
  assistant: ({ ai }) => ai.mode === "assistant",
  "external-ai": ({ pageActions }) => pageActions.externalAI,
  markdown: ({ pageActions }) => pageActions.markdown,
  mcp: ({ pageActions }) => pageActions.mcp,
  git: ({ git }) => git.showEditLink,
  pdf: ({ pdf }) => pdf.enabled,
} as const satisfies Record<string, (settings: CustomizationSettings) => boolean>;

type PageAction = keyof typeof pageActions;
const pageActionNames = Object.keys(pageActions) as PageAction[];

const Reply = Container({
  ...Customization.properties,
  pageActions: Container({
    ...Customization.properties.pageActions.properties,
    items: Type.Array(StringEnum(pageActionNames), {
      description: "The enabled actions in order. Each is enabled by its own setting.",
    }),
  }),
});

/** The effective settings in a reply. */
export type SiteCustomization = Static<typeof SiteCustomization>;
export const SiteCustomization = ReplyOf(Reply, "SiteCustomization");

/** The settings of one layer in a reply. */
export const StoredCustomization = PartialReplyOf(Customization, "StoredCustomization");

/** Adds the list of page actions, which newer clients read instead of the single settings. */
export function presentCustomization(settings: CustomizationSettings): SiteCustomization {
  const items = pageActionNames.filter((action) => pageActions[action](settings));
  return { ...settings, pageActions: { ...settings.pageActions, items } };
}
