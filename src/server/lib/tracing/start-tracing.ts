/** Sends spans to an OpenTelemetry collector (OTLP over HTTP, JSON). Loaded only if one is configured. */
import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '~/server/lib/logger';
import { withTimeLimit } from '~/server/lib/wait';
import { turnTracingOn } from './spans';

interface TracingSettings {
  /** Base URL of the collector. */
  endpoint: string;
  headers: Record<string, string>;
  service: { name: string; version: string; instanceId: string };
  /** Share of traces to record, from 0 to 1. A trace started by a trusted proxy follows the proxy's decision. */
  ratio: number;
  logger: Logger;
}

export interface Tracing {
  /** Sends remaining spans, without waiting long for an unavailable collector. */
  close(): Promise<void>;
}

const closeMs = 2000;
const reportEveryMs = 60_000;

export function startTracing({ endpoint, headers, service, ratio, logger }: TracingSettings): Tracing {
  const report = reportTo(logger);
  const ignore = () => {};
  diag.setLogger({ error: report, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service.name,
      'service.version': service.version,
      'service.instance.id': service.instanceId,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  trace.setGlobalTracerProvider(provider);
  turnTracingOn();
  return {
    async close() {
      const sent = provider.shutdown().catch((error: unknown) => report(String(error)));
      if (!(await withTimeLimit(closeMs, sent))) report('The server stopped before the last spans were sent.');
    },
  };
}

/** An unavailable collector fails every few seconds; one log line a minute is enough. */
function reportTo(logger: Logger): (reason: string) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (reason) => {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    logger.warn({ reason: reason.slice(0, 300) }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
  };
}
