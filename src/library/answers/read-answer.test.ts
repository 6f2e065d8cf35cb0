import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnswerEvent } from './answer-events.ts';
import { readAnswer } from './read-answer.ts';

const events: AnswerEvent[] = [
  { type: 'start', messageMetadata: { model: 'a model', runs_left: null } },
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'Café: 日本 😀\n\ndata: no event\n' },
  { type: 'text-delta', id: '0', delta: '[DONE]' },
  { type: 'text-end', id: '0' },
  { type: 'finish', messageMetadata: { is_cut: false } },
];
const line = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const text = events.map(line).join('');

/** The bytes of a text, split at these places. */
function streamOf(whole: string, cuts: number[] = []) {
  const bytes = new TextEncoder().encode(whole);
  const places = [0, ...new Set(cuts.map((cut) => cut % bytes.length)), bytes.length].sort((a, b) => a - b);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      places.slice(1).forEach((end, index) => {
        controller.enqueue(bytes.slice(places[index], end));
      });
      controller.close();
    },
  });
}
async function readAll(stream: ReadableStream<Uint8Array>) {
  const read: AnswerEvent[] = [];
  for await (const event of readAnswer(stream)) read.push(event);
  return read;
}

test('an answer is read whole, wherever the network cuts it, also within a character', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 30 }), async (cuts) => {
      expect(await readAll(streamOf(text, cuts))).toEqual(events);
    }),
    { numRuns: 50 },
  );
});

test('nothing is read after the end of an answer', async () => {
  const late = line({ type: 'error', errorText: 'late' });
  expect(await readAll(streamOf(text + line('[DONE]') + late))).toEqual(events);
});

test('an answer that breaks off ends with what has come', async () => {
  const two = events.slice(0, 2).map(line).join('');
  expect(await readAll(streamOf(`${two}data: {"type":"text-del`))).toEqual(events.slice(0, 2));
  expect(await readAll(streamOf(' '))).toEqual([]);
});

test('events of a later version of the protocol, comments and half events are left out', async () => {
  const odd = [
    ': a comment that keeps the connection open\n\n',
    line({ type: 'reasoning-delta', delta: 'hm' }),
    line({ type: 'text-delta', id: '0' }),
    line({ type: 'start' }),
    line(null),
  ].join('');
  expect(await readAll(streamOf(odd + text))).toEqual(events);
});

test('the reason for the end of an answer is an event like any other', async () => {
  const error = { type: 'error', errorText: 'The site restarts.' } as const;
  expect(await readAll(streamOf(line(events[0]) + line(error)))).toEqual([events[0], error]);
});
