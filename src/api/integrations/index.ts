// Integrations: publishing, listing, their images, and installing them on spaces and sites.
export { onIntegration, onNamedOrganization } from "./access.ts";
export * from "./install-on-targets.ts";
export { findConfigurationError, withDefaults } from "./manifest.ts";
export {
  integrationPath,
  parseDetails,
  presentIntegrations,
  publicEndpoints,
  serveIntegrationAssets,
} from "./present.ts";
export { integrations } from "./routes.ts";
export {
  Integration,
  IntegrationBlock,
  type IntegrationConfiguration,
  type IntegrationConfigurations,
} from "./schema.ts";
export {
  findIntegrations,
  hasTrait,
  type IntegrationRow,
  type IntegrationWithRole,
  integrationColumns,
  integrationWeight,
  matchesSearch,
  matchingDomains,
} from "./store.ts";
