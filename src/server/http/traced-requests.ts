/** A span for each HTTP request. Everything that a request does, also after its response, belongs to its trace. */
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Request, RequestHandler } from 'express';
import { isTracing, tracer } from '~/server/lib/tracing/spans';
import type { Trust } from './caller-address';

/**
 * `routeOf` returns the route once it is known. A caller's trace is continued only if it comes from a trusted proxy.
 */
export function tracedRequests(trusts: Trust, routeOf: (request: Request) => string): RequestHandler {
  return (request, response, next) => {
    if (!isTracing()) return next();
    const isTrusted = trusts(request.socket.remoteAddress ?? '', 0);
    const parent = isTrusted ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
    const { method } = request;
    const span = tracer.startSpan(
      method,
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
      parent,
    );
    response.locals.traceId = span.spanContext().traceId;
    response.once('close', () => {
      const route = routeOf(request);
      span.updateName(`${method} ${route}`);
      span.setAttribute('http.route', route);
      if (response.headersSent) span.setAttribute('http.response.status_code', response.statusCode);
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), next);
  };
}
