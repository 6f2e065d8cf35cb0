import { openDatabase } from '../src/platform/database/database.server.ts';
import { makeTemplate, quietLog, startTestServer, withDatabase } from '../tests/harness/postgres.ts';
import { createTestSite } from '../tests/harness/site.ts';

/** A site in this process, on its own PostgreSQL. */
export async function startInProcessSite() {
  const server = await startTestServer();
  const connectionString = withDatabase(server.url, await makeTemplate(server.url));
  const opened = openDatabase(connectionString, quietLog, 5);
  const site = await createTestSite({
    database: { connectionString, ...opened, drop: async () => undefined },
  });
  return {
    site,
    async stop() {
      await site.stop();
      await opened.db.destroy();
      await server.stop();
    },
  };
}
