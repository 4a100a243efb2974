// The baseline: a node:http server that only sends fixed bytes.
import { createServer } from "node:http";

const { headers, base64 } = JSON.parse(process.argv[2] ?? "{}");
const body = Buffer.from(base64, "base64");
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
