// Preloaded with `--import`: makes the process resolve names at the server TEST_NAME_SERVER.
import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";

const { TEST_NAME_SERVER: server = "" } = process.env;

dns.Resolver = class extends dns.Resolver {
  constructor(...options: ConstructorParameters<typeof dns.Resolver>) {
    super(...options);
    this.setServers([server]);
  }
};
syncBuiltinESMExports();
