import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createTestDatabase, databaseKinds } from "../support/databases.ts";
import { startServer } from "../support/server.ts";

const token = "crash-test-token";
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

for (const kind of databaseKinds) {
  describe(`kill -9 (${kind})`, () => {
    test("during writes loses no write that was acknowledged, and breaks nothing", async () => {
      const database = await createTestDatabase(kind);
      const environment = { ...database.environment, LECTERN_ADMIN_TOKEN: token, LECTERN_RATE_LIMIT: "0" };
      const acknowledged: string[] = [];
      for (let round = 0; round < 3; round++) {
        const server = await startServer(environment);
        const teams = `${server.url}/v1/orgs/${await firstOrganization(server.url)}/teams`;
        const writers = Array.from({ length: 8 }, async (_, writer) => {
          for (let i = 0; ; i++) {
            const body = JSON.stringify({ title: `team ${round}-${writer}-${i}` });
            const reply = await fetch(teams, { method: "PUT", headers, body }).catch(() => undefined);
            if (reply?.status !== 201) return;
            const team = (await reply.json().catch(() => undefined)) as { id: string } | undefined;
            if (team === undefined) return;
            acknowledged.push(team.id);
          }
        });
        await new Promise((resolve) => setTimeout(resolve, 400));
        await server.stop("SIGKILL");
        await Promise.all(writers);
      }
      assert.ok(acknowledged.length > 50, `${acknowledged.length} writes were acknowledged`);

      const server = await startServer(environment);
      const path = `${server.url}/v1/orgs/${await firstOrganization(server.url)}/teams?limit=1000`;
      const present = new Set<string>();
      for (let page: string | undefined; ; ) {
        const reply = await fetch(`${path}${page ? `&page=${page}` : ""}`, { headers });
        const list = (await reply.json()) as { items: { id: string }[]; next?: { page: string } };
        for (const { id } of list.items) present.add(id);
        page = list.next?.page;
        if (page === undefined) break;
      }
      assert.deepEqual(
        acknowledged.filter((id) => !present.has(id)),
        [],
      );
      await server.stop();
      await database.remove();
    });
  });
}

async function firstOrganization(url: string): Promise<string> {
  const list = (await (await fetch(`${url}/v1/orgs`, { headers })).json()) as { items: { id: string }[] };
  return list.items[0]?.id ?? "";
}
