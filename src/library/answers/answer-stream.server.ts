import type { AnswerEvent } from './answer-events.ts';

const encoder = new TextEncoder();
const encoded = (data: string) => encoder.encode(`data: ${data}\n\n`);

/** Sends events in the AI SDK's UI message stream protocol, so that its clients can read them too. */
export const answerStream = (events: ReadableStream<AnswerEvent>): Response =>
  new Response(
    events.pipeThrough(
      new TransformStream<AnswerEvent, Uint8Array>({
        transform: (event, controller) => controller.enqueue(encoded(JSON.stringify(event))),
        flush: (controller) => controller.enqueue(encoded('[DONE]')),
      }),
    ),
    {
      headers: {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Vercel-AI-UI-Message-Stream': 'v1',
        // Keep proxies from buffering the answer until it is complete.
        'X-Accel-Buffering': 'no',
      },
    },
  );
