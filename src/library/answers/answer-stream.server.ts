import type { AnswerEvent } from './answer-events.ts';

const encoder = new TextEncoder();
const encoded = (data: string) => encoder.encode(`data: ${data}\n\n`);

/** Events as the AI SDK's UI message stream protocol sends them, so that its clients read them too. */
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
        // Proxies would hold the answer back until it is whole.
        'X-Accel-Buffering': 'no',
      },
    },
  );
