import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endServer } from '../harness/end-server.ts';
import { refusalOf, tokensOf } from './refusals.ts';

type Message = { role: string; content: string };
export type ModelRequest = {
  model: string;
  messages: Message[];
  response_format?: unknown;
  tools?: unknown;
  max_tokens?: number;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
};

/** How the model answers the next request. */
export type Script =
  | { answer: unknown }
  | { text: string; finish?: 'stop' | 'length' | 'content_filter' }
  | { status: number; headers?: Record<string, string>; error?: string }
  /** A streamed answer, if requested: word by word, then by its script. */
  | {
      words: string[];
      /** `wait`: the answer stays open until the client leaves or `hangUp` is called. */
      ending: 'end' | 'wait' | 'end without usage';
      finish?: 'stop' | 'length' | 'content_filter' | undefined;
      /** Tokens that the model used without showing them. */
      hidden?: number | undefined;
    }
  /** Never answers. */
  | { slow: true }
  /** Hangs up in the middle of the answer. */
  | { cut: true };

export const modelKey = 'sk-model-stand-in';
export const modelName = 'stand-in';

/** A server with OpenAI's chat completions API that answers by script, repeating the last step. */
export async function startModelStandIn() {
  const requests: ModelRequest[] = [];
  const others: string[] = [];
  let script: Script[] = [];
  let hangUps = 0;
  const waiting: ServerResponse[] = [];

  /** Sends server-sent events, like the API with `stream`. If requested, the usage comes last, without a choice. */
  function write(step: Extract<Script, { words: string[] }>, response: ServerResponse, body: ModelRequest) {
    response.on('close', () => (hangUps += response.writableEnded ? 0 : 1));
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const send = (values: object) =>
      response.write(
        `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: body.model, ...values })}\n\n`,
      );
    const choice = (delta: object, finish_reason: string | null = null) =>
      send({ choices: [{ index: 0, delta, finish_reason }] });
    choice({ role: 'assistant', content: '' });
    const all = step.words.join('').length;
    const allowed = (body.max_tokens ?? Number.POSITIVE_INFINITY) * 4;
    let written = 0;
    for (const word of step.words) {
      if (written + word.length > allowed) break;
      written += word.length;
      choice({ content: word });
    }
    if (step.ending === 'wait') return waiting.push(response);
    choice({}, written < all ? 'length' : (step.finish ?? 'stop'));
    const prompt_tokens = tokensOf(body);
    const completion_tokens = Math.ceil(written / 4) + (step.hidden ?? 0);
    if (body.stream_options?.include_usage && step.ending === 'end')
      send({
        choices: [],
        usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
      });
    response.end('data: [DONE]\n\n');
  }

  function play(step: Script, response: ServerResponse, body: ModelRequest) {
    if ('slow' in step) return response.on('close', () => (hangUps += 1));
    if ('words' in step) return write(step, response, body);
    if ('cut' in step) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"id":"chatcmpl-1","choices":[{"message":{"content":"{\\"title\\": \\"Cut');
      return setImmediate(() => response.destroy());
    }
    if ('status' in step) {
      response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers });
      return response.end(JSON.stringify({ error: { message: step.error ?? 'scripted', type: 'error' } }));
    }
    if (body.stream && 'text' in step)
      return write({ words: [step.text], ending: 'end', finish: step.finish }, response, body);
    const content = 'text' in step ? step.text : JSON.stringify(step.answer);
    const finish_reason = 'text' in step ? (step.finish ?? 'stop') : 'stop';
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: body.model,
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
    const body: ModelRequest = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (request.headers.authorization !== `Bearer ${modelKey}`)
      return play({ status: 401, error: 'Incorrect API key provided' }, response, body);
    requests.push(body);
    const refusal = refusalOf(body, modelName);
    if (refusal) return play(refusal, response, body);
    const step = script.length > 1 ? script.shift() : script[0];
    play(step ?? { status: 500 }, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      LLM_BASE_URL: `http://127.0.0.1:${port}/v1`,
      LLM_API_KEY: modelKey,
      LLM_MODEL: modelName,
    },
    requests,
    /** Requests to any other path. */
    others,
    hangUps: () => hangUps,
    /** Ends the connections of waiting answers. */
    hangUp() {
      for (const response of waiting.splice(0)) response.destroy();
    },
    play(...steps: Script[]) {
      script = steps;
      requests.length = 0;
    },
    stop: () => endServer(server),
  };
}
