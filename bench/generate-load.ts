// The load generator: reads the requests from standard input and prints the rate and the number of failures.
import { text } from "node:stream/consumers";
import autocannon from "autocannon";

const { url, requests, connections, seconds } = JSON.parse(await text(process.stdin));
let clients = 0;
const result = await autocannon({
  url,
  requests,
  connections,
  duration: seconds,
  // Each connection starts at another request, so that they do not all send the same one at the same time.
  setupClient: (client) => {
    const start = Math.floor((clients++ * requests.length) / connections);
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
  },
});
process.stdout.write(
  JSON.stringify({ rate: result.requests.average, failed: result.non2xx + result.errors }),
);
