/**
 * Tracing spans. Before startTracing, and always without OTEL_EXPORTER_OTLP_ENDPOINT, every call here runs its work
 * directly. Spans contain names, sizes and durations. Never add user text, URLs with ids or values of statements.
 */
import {
  type Attributes,
  INVALID_SPAN_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

let isOn = false;

export const isTracing = (): boolean => isOn;
/** Called by startTracing, once the provider is registered. */
export const turnTracingOn = (): void => {
  isOn = true;
};

export const tracer = trace.getTracer('qinsight');
const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Runs `work` in a span, which ends with it and is marked as failed if it throws. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  if (!isOn) return work(noSpan);
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The same for a request to another service, but only inside another span: background work would flood the traces. */
export function inClientSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!isOn || !trace.getActiveSpan()?.isRecording()) return work();
  return inSpan(name, { kind: SpanKind.CLIENT, attributes }, work);
}

/**
 * The same for a stream, whose span ends with it. `start` receives the span and a callback for the end of the stream.
 */
export function inClientStream<T>(
  name: string,
  attributes: Attributes,
  start: (span: Span) => Promise<{ result: T; ended: Promise<unknown> }>,
): Promise<T> {
  if (!isOn || !trace.getActiveSpan()?.isRecording()) return start(noSpan).then(({ result }) => result);
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
  return start(span).then(
    ({ result, ended }) => {
      void ended.then(() => span.end());
      return result;
    },
    (error: unknown) => {
      markFailed(span, error);
      span.end();
      throw error;
    },
  );
}

/** Records only the type of the error, because its message may contain user text. */
export function markFailed(span: Span, error: unknown): void {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  span.setAttribute('error.type', String(code ?? name ?? 'unknown'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
