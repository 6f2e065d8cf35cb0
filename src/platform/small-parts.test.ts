import { APICallError, RetryError } from 'ai';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertVersion } from './database/record-version.server.ts';
import { failureMessage } from './error-message.ts';
import { AppError } from './errors.ts';
import { createConcurrencyLimit } from './http/concurrency-limit.server.ts';
import { assertComplete, isBeforeAnswer, toAppError, toMemberError } from './model/model-errors.server.ts';
import { canReadMetrics } from './observability/metrics-access.server.ts';
import { createRequestDurations } from './observability/request-durations.server.ts';
import { csvLine } from './text/csv-line.ts';
import { fenced, oneLine } from './text/markdown-text.ts';

/** A table as spreadsheets read it (RFC 4180). */
function readCsv(text: string): string[][] {
  const rows = [...text.matchAll(/((?:"(?:[^"]|"")*",?)*)\r\n/g)].map(([, row = '']) => row);
  return rows.map((row) =>
    [...row.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
  );
}

describe('a line of a table', () => {
  const cell = fc.string().filter((text) => !/^[=+\-@\t\r]/.test(text));
  test('is read as it was written, whatever is in its cells', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
        (rows) => {
          expect(readCsv(rows.map(csvLine).join(''))).toEqual(rows);
        },
      ),
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('is no formula: %j', (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  });
});

describe('work in turns', () => {
  test('is done so many at a time, in its order, and a failure gives its place on', async () => {
    const turns = createConcurrencyLimit(2);
    const [running, order]: [Set<number>, number[]] = [new Set(), []];
    let max = 0;
    const work = (number: number) =>
      turns(async () => {
        running.add(number);
        order.push(number);
        max = Math.max(max, running.size);
        await new Promise((resolve) => setImmediate(resolve));
        running.delete(number);
        if (number % 3 === 0) throw new Error(`${number} failed`);
        return number;
      });
    const results = await Promise.allSettled(Array.from({ length: 9 }, (_, number) => work(number)));
    expect(max).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
      ...['failed', 1, 2, 'failed', 4, 5, 'failed', 7, 8],
    ]);
    // All places are free again.
    expect(await Promise.all([work(1), work(2)])).toEqual([1, 2]);
  });
});

test('an error names its causes, each once', () => {
  const root = new Error('The disk is full');
  expect(failureMessage(new Error('No backup', { cause: new Error('No file', { cause: root }) }))).toBe(
    'No backup\nNo file\nThe disk is full',
  );
  expect(failureMessage(new Error('No backup: The disk is full', { cause: root }))).toBe(
    'No backup: The disk is full',
  );
  expect(failureMessage('plain')).toBe('plain');
});

test('a text in a fence ends where the fence does, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('`', 'a', '\n') }), (text) => {
      const lines = fenced(text).split('\n');
      const [fence = ''] = lines;
      expect(fence).toMatch(/^`{3,}$/);
      expect(lines.at(-1)).toBe(fence);
      expect(lines.slice(1, -1).join('\n')).toBe(text);
      expect(text).not.toContain(fence);
    }),
  );
  expect(oneLine('  a \n\t b ')).toBe('a b');
});

test('times of requests fall into the buckets that they are within, those on the edge too', async () => {
  const durations = createRequestDurations([0.1, 0.5]);
  for (const seconds of [0.05, 0.1, 0.11, 0.5, 3]) durations.observe('GET', '/a', 200, seconds);
  durations.observe('GET', '/a', 500, 0.2);
  const { values } = await durations.metric.get();
  const of = (status: number) =>
    values
      .filter(({ labels }) => labels['status'] === status)
      .map(({ labels, value }) => [labels['le'], Math.round(value * 100) / 100]);
  expect(of(200)).toEqual([
    [0.1, 2],
    [0.5, 4],
    ['+Inf', 5],
    [undefined, 3.76],
    [undefined, 5],
  ]);
  expect(of(500)).toEqual([
    [0.1, 0],
    [0.5, 1],
    ['+Inf', 1],
    [undefined, 0.2],
    [undefined, 1],
  ]);
});

test('a version is the same moment, however it is written', () => {
  const current = new Date('2026-03-02T12:00:00.123Z');
  expect(() => assertVersion(current, '2026-03-02T12:00:00.123Z')).not.toThrow();
  expect(() => assertVersion(current, '2026-03-02T13:00:00.123+01:00')).not.toThrow();
  expect(() => assertVersion(current, undefined)).not.toThrow();
  for (const other of ['2026-03-02T12:00:00.122Z', '2026-03-02T12:00:00Z', 'nonsense'])
    expect(() => assertVersion(current, other)).toThrow(expect.objectContaining({ code: 'conflict' }));
});

describe('who may read the metrics', () => {
  const can = (remoteAddress: string, headers: Record<string, string>, token?: string) =>
    canReadMetrics({ socket: { remoteAddress }, headers } as never, token);

  test.each([
    ['127.0.0.1', { host: 'localhost:3000' }, true],
    ['::1', { host: '[::1]:3000' }, true],
    ['::ffff:127.0.0.1', { host: '127.0.0.1' }, true],
    ['127.0.0.1', { host: 'quill.example' }, false],
    ['127.0.0.1', { host: 'localhost.evil.example' }, false],
    ['127.0.0.1', {}, false],
    ['192.0.2.7', { host: 'localhost' }, false],
    ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '192.0.2.7' }, false],
    ['127.0.0.1', { host: 'localhost', via: '1.1 proxy' }, false],
    // A token that is wrong is worse than none.
    ['127.0.0.1', { host: 'localhost', authorization: 'Bearer wrong' }, false],
  ])('from %s with %j: %s', (address, headers, isAllowed) => {
    expect(can(address, headers as Record<string, string>, 'secret')).toBe(isAllowed);
  });

  test('holds the token, from anywhere', () => {
    const headers = { host: 'quill.example', authorization: 'bearer secret' };
    expect([can('192.0.2.7', headers, 'secret'), can('192.0.2.7', headers)]).toEqual([true, false]);
  });
});

describe('a language model that fails', () => {
  const call = (statusCode?: number, message = 'No', cause?: unknown) =>
    new APICallError({
      message,
      url: 'https://m.example',
      requestBodyValues: {},
      ...(statusCode && { statusCode }),
      cause,
    });
  const said = (error: unknown) => (error as AppError).message;

  test.each([
    [call(401), "The site's language model isn't set up correctly. Please tell the site owner."],
    [call(404), "The site's language model isn't set up correctly. Please tell the site owner."],
    [call(429), 'The language model is busy. Try again in a minute.'],
    [call(413), 'This prompt is too long for the language model.'],
    [call(400, 'maximum context length exceeded'), 'This prompt is too long for the language model.'],
    [call(400, 'bad word'), 'The language model refused this prompt.'],
    [call(503), 'The language model failed. Try again in a minute.'],
    [call(200), 'The connection to the language model was lost.'],
    [call(), "The language model couldn't be reached."],
    [new Error('socket'), 'The connection to the language model was lost.'],
  ])('tells members what they can do: %#', (error, words) => {
    expect(said(toMemberError(error, undefined))).toBe(words);
  });

  test('tells admins what is wrong, by its last attempt', () => {
    const retried = new RetryError({
      message: 'Tried',
      reason: 'maxRetriesExceeded',
      errors: [call(429), call(401)],
    });
    expect(said(toAppError(retried, undefined))).toContain("rejected this site's API key");
    expect(said(toAppError(call(503), 30))).toBe('The language model took longer than 30 seconds.');
    const abort = Object.assign(new Error('Stopped'), { name: 'AbortError' });
    expect(toAppError(abort, undefined)).toBe(abort);
  });

  test.each([
    [call(400), true],
    [call(503), true],
    [call(504), false],
    [call(200), false],
    [call(undefined, 'No', { code: 'ECONNREFUSED' }), true],
    [call(undefined, 'No', { code: 'ECONNRESET' }), false],
    [new Error('socket'), false],
  ])('has surely not begun to answer: %#', (error, isBefore) => {
    expect(isBeforeAnswer(error)).toBe(isBefore);
  });

  test('says where an answer is none', () => {
    expect(() => assertComplete('stop')).not.toThrow();
    expect(() => assertComplete('length')).toThrow('cut off');
    expect(() => assertComplete('content-filter')).toThrow(AppError);
  });
});
