export { type Config, ConfigError, type OidcConfig, readConfig } from "./config.ts";
export { createUrls, type Urls } from "./urls.ts";
