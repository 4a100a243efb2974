// The configuration of the server, from environment variables.
export {
  appPath,
  type Config,
  ConfigError,
  createUrls,
  type LogLevel,
  logLevels,
  type OidcConfig,
  readConfig,
  readSettings,
  type SitesConfig,
  type Urls,
} from "./config.ts";
export type { EmbedPattern } from "./embed-patterns.ts";
export type { ObjectStorageConfig } from "./object-storage.ts";
