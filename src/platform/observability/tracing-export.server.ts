import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { Log } from './log.server.ts';

const maxReason = 300;

/** Starts sending traces as configured in the environment. @returns a function that sends the last ones and stops */
export function startExport(log: Log) {
  const sdk = new NodeSDK({
    resource: resourceFromAttributes({ 'service.name': 'promptory' }),
    // Calls to the model and to object stores.
    instrumentations: [new UndiciInstrumentation()],
    // Metrics and logs are handled elsewhere.
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  const warn = (...words: unknown[]) =>
    log.warn('Traces could not be sent', { reason: words.map(String).join(' ').slice(0, maxReason) });
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  return async () => {
    await sdk.shutdown().catch(ignore);
    for (const part of [trace, context, propagation, diag]) part.disable();
  };
}
