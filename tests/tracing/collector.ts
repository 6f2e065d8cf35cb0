import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { endServer } from '../harness/end-server.ts';

// A stand-in for an OpenTelemetry collector: OTLP over HTTP in JSON, https://opentelemetry.io/docs/specs/otlp/#otlphttp.

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const attributes = z.array(
  z.object({
    key: z.string().min(1),
    value: z.union([
      z.object({ stringValue: z.string() }),
      z.object({ intValue: z.union([z.int(), z.string().regex(/^-?\d+$/)]) }),
      z.object({ doubleValue: z.number() }),
      z.object({ boolValue: z.boolean() }),
      z.object({ arrayValue: z.object({}).loose() }),
    ]),
  }),
);
const span = z.object({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: hex(16).optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes,
  status: z.object({ code: z.int().min(0).max(2).optional(), message: z.string().optional() }),
});
const exportRequest = z.object({
  resourceSpans: z
    .array(
      z.object({
        resource: z.object({ attributes }),
        scopeSpans: z.array(z.object({ spans: z.array(span).min(1) })).min(1),
      }),
    )
    .min(1),
});

const flatten = (pairs: z.output<typeof attributes>) =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));

export type CollectedSpan = ReturnType<typeof readSpans>[number];

function readSpans(request: z.output<typeof exportRequest>) {
  return request.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((item) => ({
        ...item,
        attributes: flatten(item.attributes),
        resource: flatten(resource.attributes),
      })),
    ),
  );
}

/** Accepts only trace exports. Of those in protobuf, it only records the headers. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const refusals: string[] = [];
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = (status: number, reason?: string) => {
      if (reason) refusals.push(reason);
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(reason ? `{"message":"${reason}"}` : '{}');
    };
    if (request.url !== '/v1/traces') return answer(404, 'unknown path');
    if (request.method !== 'POST') return answer(405, 'not POST');
    requests.push(request.headers);
    const type = request.headers['content-type'];
    if (type === 'application/x-protobuf') {
      response.writeHead(200, { 'content-type': type }).end();
      return;
    }
    if (type !== 'application/json') return answer(415, 'unsupported content type');
    const result = exportRequest.safeParse(JSON.parse(Buffer.concat(chunks).toString()));
    if (!result.success) return answer(400, result.error.message);
    spans.push(...readSpans(result.data));
    answer(200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    refusals,
    requests,
    stop: () => endServer(server),
  };
}
