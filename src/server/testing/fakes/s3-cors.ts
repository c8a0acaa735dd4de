import type { IncomingMessage, ServerResponse } from 'node:http';

/** In the format of a bucket's CORS configuration. */
export interface CorsRule {
  origins: string[];
  methods: string[];
  /** In lower case. */
  headers: string[];
  exposed?: string[];
}

/** Sets the CORS headers of a response. Returns true if the request was a preflight and has been answered. */
export function answerCors(rules: CorsRule[], request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers;
  const isPreflight = request.method === 'OPTIONS';
  const method = isPreflight ? request.headers['access-control-request-method'] : request.method;
  const wanted = (isPreflight ? (request.headers['access-control-request-headers'] ?? '') : '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const rule = rules.find(
    ({ origins, methods, headers }) =>
      origin !== undefined &&
      origins.includes(origin) &&
      methods.includes(method ?? '') &&
      wanted.every((name) => headers.includes(name)),
  );
  if (rule && origin) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-methods', rule.methods.join(', '));
    response.setHeader('access-control-expose-headers', (rule.exposed ?? []).join(', '));
    response.setHeader('vary', 'Origin');
    if (wanted.length > 0) response.setHeader('access-control-allow-headers', wanted.join(', '));
  }
  if (isPreflight) response.writeHead(rule ? 200 : 403).end();
  return isPreflight;
}
