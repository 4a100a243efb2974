export { onIntegration, onNamedOrganization } from "./access.ts";
export { serveIntegrationAssets } from "./assets.ts";
export { findMistake, withDefaults } from "./configuration.ts";
export {
  installOn,
  installOnAll,
  installOnNew,
  type TargetKind,
  targetColumns,
} from "./install-on-targets.ts";
export { detailsOf, pathOf, presentIntegrations } from "./present.ts";
export { integrations } from "./routes.ts";
export {
  Integration,
  IntegrationBlock,
  type IntegrationConfiguration,
  type IntegrationConfigurations,
} from "./schema.ts";
export {
  findIntegrations,
  type IntegrationRow,
  type IntegrationWithRole,
  integrationColumns,
  integrationWeight,
  matchesSearch,
} from "./store.ts";
