import type { ServerProcess } from "../test/support/server.ts";
import { openBareCommits } from "./bare-commits.ts";
import { benchDeepPage, measureInterleaved, median } from "./load.ts";
import { progress, report } from "./report.ts";
import { commentCount, type SeededData } from "./seed.ts";

const rounds = 3;
const clients = 32;
const commentText = "A comment of some words, as people write them.";

export async function benchComments(server: ServerProcess, data: SeededData): Promise<void> {
  const list = `/spaces/${data.spaceId}/comments?status=open&authors=${data.adminId}`;
  await benchDeepPage(server, `open comments of one author of ${commentCount}`, list);
  const { spaceId, callers, others } = data;
  const inOneSpace = callers.map((token) => ({ spaceId, token }));
  await benchPosting(server, data, "in one space", inOneSpace);
  await benchPosting(server, data, `in ${others.length} spaces`, others);
}

/** Posting by distinct callers, compared with bare commits of the same rows. */
async function benchPosting(
  server: ServerProcess,
  data: SeededData,
  where: string,
  posts: readonly { readonly spaceId: string; readonly token: string }[],
): Promise<void> {
  progress(`posting comments ${where}`);
  const load = {
    url: server.url,
    requests: posts.map(({ spaceId, token }) => ({
      path: `/v1/spaces/${spaceId}/comments`,
      token,
      body: { body: { markdown: commentText } },
    })),
    connections: clients,
  };
  const spaceIds = [...new Set(posts.map(({ spaceId }) => spaceId))];
  const rates = { posted: [] as number[], commits: [] as number[], smallCommits: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    rates.posted.push(...(await measureInterleaved([load], 1)));
    const bare = await openBareCommits(data, clients);
    rates.commits.push(await bare.comments(spaceIds, commentText));
    rates.smallCommits.push(await bare.smallRows(commentText));
    await bare.close();
  }
  const [posted, commits, smallCommits] = [
    median(rates.posted),
    median(rates.commits),
    median(rates.smallCommits),
  ];
  report(`comments posted per second ${where}, by ${clients} clients and ${posts.length} callers`, posted);
  report("… bare commits of the same rows per second", commits);
  report(`comments posted ${where} over bare commits of the same rows`, posted / commits, { atLeast: 0.6 });
  report("… bare commits of one small row per second", smallCommits);
  report("… over bare commits of one small row", posted / smallCommits);
}
