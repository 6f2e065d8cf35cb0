import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Message = { role: string; content: string };
export type ModelRequest = {
  model: string;
  messages: Message[];
  response_format?: unknown;
  tools?: unknown;
  max_tokens?: number;
};

/** What the model does with the next request. */
export type Script =
  | { answer: unknown }
  | { text: string; finish?: 'stop' | 'length' | 'content_filter' }
  | { status: number; headers?: Record<string, string>; error?: string }
  /** Never answers. */
  | { slow: true }
  /** Hangs up in the middle of the answer. */
  | { cut: true };

export const modelKey = 'sk-model-stand-in';

/** A server with OpenAI's chat completions API that answers by script, repeating the last step. */
export async function startModelStandIn() {
  const requests: ModelRequest[] = [];
  const others: string[] = [];
  let script: Script[] = [];
  let hangUps = 0;

  function play(step: Script, response: ServerResponse, model: string) {
    if ('slow' in step) return response.on('close', () => (hangUps += 1));
    if ('cut' in step) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"id":"chatcmpl-1","choices":[{"message":{"content":"{\\"title\\": \\"Cut');
      return setImmediate(() => response.destroy());
    }
    if ('status' in step) {
      response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers });
      return response.end(JSON.stringify({ error: { message: step.error ?? 'scripted', type: 'error' } }));
    }
    const content = 'text' in step ? step.text : JSON.stringify(step.answer);
    const finish_reason = 'text' in step ? (step.finish ?? 'stop') : 'stop';
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model,
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
        usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
      }),
    );
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      others.push(`${request.method} ${request.url}`);
      return response.writeHead(404).end();
    }
    if (request.headers.authorization !== `Bearer ${modelKey}`)
      return play({ status: 401, error: 'Incorrect API key provided' }, response, '');
    const body: ModelRequest = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    requests.push(body);
    const step = script.length > 1 ? script.shift() : script[0];
    play(step ?? { status: 500 }, response, body.model);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      LLM_BASE_URL: `http://127.0.0.1:${port}/v1`,
      LLM_API_KEY: modelKey,
      LLM_MODEL: 'stand-in',
    },
    requests,
    /** Requests to any other path. */
    others,
    hangUps: () => hangUps,
    play(...steps: Script[]) {
      script = steps;
      requests.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
