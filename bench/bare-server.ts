// The baseline: a node:http server that only sends fixed bytes.
import { createServer } from "node:http";

const { headers, body } = JSON.parse(process.argv[2] ?? "{}");
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
