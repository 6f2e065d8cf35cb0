import { hc } from 'hono/client';
import type { Api } from '../api.server.ts';
import type { ErrorCode } from './errors.ts';

/** What the API refused, in words for people and as a stable code. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'unreachable';

  readonly statusText: string;

  constructor(status: number, code: ErrorCode | 'unreachable', message: string, statusText = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.statusText = statusText;
  }
}

type TokenSource = { accessToken(): Promise<string | undefined>; sessionEnded(): void };
let tokens: TokenSource = { accessToken: async () => undefined, sessionEnded: () => undefined };

/** Tells the client where access tokens come from. */
export function takeTokensFrom(source: TokenSource) {
  tokens = source;
}

/** An answer with all of its body: one that nobody reads would keep its connection occupied. */
async function readWhole(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  return new Response(await response.arrayBuffer(), response);
}

async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const token = await tokens.accessToken();
  const headers = new Headers(init?.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const response = await readWhole(input, { ...init, headers }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    throw new ApiError(
      0,
      'unreachable',
      navigator.onLine ? 'The site cannot be reached. Please try again.' : 'You are offline.',
    );
  });
  if (response.ok) return response;
  const body: { error?: string; code?: ErrorCode } = await response.json().catch(() => ({}));
  if (body.code === 'invalid_token') tokens.sessionEnded();
  throw new ApiError(
    response.status,
    body.code ?? 'internal',
    body.error ?? 'Something went wrong. Please try again.',
    response.statusText,
  );
}

/** The data API, typed by the server's own routes. Every call that fails throws an ApiError. */
export const api = hc<Api>('/api/v1', { fetch: send });

type Question = { prompt: string; promptType: string; optimizationLevel: number };
type Analysis = {
  title: string;
  description: string;
  category: string;
  difficulty: 'beginner' | 'intermediate' | 'advanced';
  tags: string[];
  optimized_prompt: string;
};

/** Has the server work out what a prompt is about. @throws ApiError */
export async function analyzePrompt(question: Question): Promise<Analysis> {
  const answer = await send('/functions/v1/analyze-prompt', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  });
  return answer.json();
}
