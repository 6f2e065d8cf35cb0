import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { RememberingRouter } from './remembering-router.server.ts';

test('a repeated path runs the same handlers with its own parameters', async () => {
  const app = new Hono({ router: new RememberingRouter() });
  const passed: string[] = [];
  app.use('/things/*', async (c, next) => {
    passed.push(c.req.method);
    await next();
  });
  app.get('/things/:id', (c) => c.text(`one ${c.req.param('id')}`));
  app.get('/:collection/:id/votes', (c) => c.text(`votes ${c.req.param('collection')} ${c.req.param('id')}`));
  app.delete('/things/:id', (c) => c.text(`gone ${c.req.param('id')}`));
  const ask = async (path: string, method = 'GET') => (await app.request(path, { method })).text();
  for (let time = 0; time < 2; time += 1) {
    expect(await ask('/things/a%20b')).toBe('one a b');
    expect(await ask('/things/c')).toBe('one c');
    expect(await ask('/things/c', 'DELETE')).toBe('gone c');
    expect(await ask('/things/c/votes')).toBe('votes things c');
    expect(await ask(`/things/${'d'.repeat(300)}`)).toBe(`one ${'d'.repeat(300)}`);
    expect((await app.request('/nothing')).status).toBe(404);
  }
  expect(passed).toEqual(Array(2).fill(['GET', 'GET', 'DELETE', 'GET', 'GET']).flat());
});

test('a route that is added later is found even if its path was not found before', () => {
  const router = new RememberingRouter<string>();
  router.add('GET', '/a', 'first');
  expect(router.match('GET', '/b')[0]).toEqual([]);
  router.add('GET', '/b', 'second');
  expect(router.match('GET', '/b')[0]).toMatchObject([['second', {}]]);
});
