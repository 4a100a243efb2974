/** How users run a command of Lectern: as an installed package, or in its own folder. */
export const commandLine = import.meta.url.includes("/node_modules/lectern/")
  ? "npx lectern"
  : "npm run --silent lectern --";
