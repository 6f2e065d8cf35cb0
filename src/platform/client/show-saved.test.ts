import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { showSaved } from './show-saved.ts';

test('an answer that was asked for before does not hide what was saved', async () => {
  const client = new QueryClient();
  const queryKey = ['profile'];
  client.setQueryData(queryKey, 'before');
  const answer = Promise.withResolvers<string>();
  const asked = client.fetchQuery({ queryKey, queryFn: () => answer.promise, staleTime: 0 });
  showSaved(client, queryKey, 'saved');
  answer.resolve('before');
  await asked.catch(() => undefined);
  expect(client.getQueryState(queryKey)).toMatchObject({ data: 'saved', fetchStatus: 'idle' });
  client.clear();
});
