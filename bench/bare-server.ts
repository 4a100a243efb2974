// The baseline: a node:http server that only sends fixed bytes. With statements, it first runs those of the request's path with postgres.js.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { openBarePostgres, type Statement } from "./postgres.ts";

const { headers, base64, databaseUrl, statements } = JSON.parse(await text(process.stdin));
const body = Buffer.from(base64, "base64");
const sql = databaseUrl === undefined ? undefined : openBarePostgres(databaseUrl);
const server = createServer(async (request, response) => {
  // All statements are sent at once, although the server needs the results of some for others.
  if (sql !== undefined)
    await Promise.all(
      statements[request.url ?? ""].map(({ text, parameters }: Statement) =>
        sql.unsafe(text, [...parameters], { prepare: true }),
      ),
    );
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
