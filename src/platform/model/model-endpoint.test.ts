import { expect, test } from 'vitest';
import { asFetch } from './model-endpoint.server.ts';

const piece = new Uint8Array(1_048_576);
/** Reads an answer with this many pieces. @returns its bytes, and how many pieces were requested */
async function read(pieces: number) {
  let given = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (given === pieces) return controller.close();
      given += 1;
      controller.enqueue(piece);
    },
  });
  const answer = await asFetch(async () => new Response(body))('https://models.example.com/v1');
  const bytes = await answer.arrayBuffer().then(
    ({ byteLength }) => byteLength,
    (error: Error) => error.message,
  );
  return { bytes, given };
}

test('an answer of 32 MB is accepted', async () => {
  expect((await read(32)).bytes).toBe(32 * piece.byteLength);
});

test('an endless answer is aborted before it fills the memory', async () => {
  const { bytes, given } = await read(Number.POSITIVE_INFINITY);
  expect(bytes).toBe('The answer is too long');
  expect(given).toBeLessThan(40);
});
