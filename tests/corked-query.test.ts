import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { corkQuery } from '#platform/database/corked-query.server.ts';
import { createTestDatabase } from './harness/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table held (number integer)`.execute(database.db);
});
afterAll(() => database.drop());

const numbers = async () => {
  const { rows } = await sql<{ number: number }>`select number from held order by number`.execute(
    database.db,
  );
  return rows.map(({ number }) => number);
};
/** Holds back an insert on its own connection. */
const hold = (number: number, work: (held: ReturnType<typeof corkQuery>) => Promise<unknown>) =>
  database.db.connection().execute(async (connection) => {
    await sql`select 1`.execute(connection);
    await work(corkQuery(() => sql`insert into held values (${number}::int)`.execute(connection)));
    return sql`select 1`.execute(connection);
  });

test('a held query reaches the server once it is sent, and its connection can be used again', async () => {
  await hold(1, async (held) => {
    await delay(50);
    expect(await numbers()).toEqual([]);
    held.send();
    await held.answer;
    expect(await numbers()).toEqual([1]);
  });
});

test('a discarded query never reaches the server, and only its connection is closed', async () => {
  const discarded = hold(2, async (held) => {
    held.discard();
    await held.answer;
  });
  await expect(discarded).rejects.toThrow('Connection terminated');
  expect(await numbers()).toEqual([1]);
});

test('a query that starts late is held or discarded as well', async () => {
  const late = (number: number) =>
    corkQuery(async () => {
      await delay(20);
      await sql`insert into held values (${number}::int)`.execute(database.db);
    });
  const discarded = late(3);
  discarded.discard();
  await expect(discarded.answer).rejects.toThrow('discarded');
  const sent = late(4);
  await delay(100);
  expect(await numbers()).toEqual([1]);
  sent.send();
  await sent.answer;
  expect(await numbers()).toEqual([1, 4]);
});
