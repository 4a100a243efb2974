// The load generator: reads the requests from standard input and prints the rate and the number of failures.
import { text } from "node:stream/consumers";
import autocannon from "autocannon";

const { url, requests, seconds } = JSON.parse(await text(process.stdin));
const result = await autocannon({ url, requests, connections: 20, duration: seconds });
process.stdout.write(
  JSON.stringify({ rate: result.requests.average, failed: result.non2xx + result.errors }),
);
