// The configuration of the server, from environment variables.
export {
  appPath,
  type Config,
  ConfigError,
  createUrls,
  type OidcConfig,
  readConfig,
  type SitesConfig,
  type Urls,
} from "./config.ts";
export type { EmbedPattern } from "./embed-patterns.ts";
