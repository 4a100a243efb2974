export { samlProviders } from "./routes.ts";
