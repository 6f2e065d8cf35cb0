import { EventSourceParserStream } from 'eventsource-parser/stream';
import { type AnswerEvent, answerEvent } from './answer-events.ts';

/** Yields the events of an answer as they arrive. Skips events of unknown types. */
export async function* readAnswer(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerEvent> {
  const messages = body
    // The decoder's type is wider than that of a stream of bytes.
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream());
  const reader = messages.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || value.data === '[DONE]') return;
      const event = answerEvent.safeParse(JSON.parse(value.data));
      if (event.success) yield event.data;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
