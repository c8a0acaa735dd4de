/** Settings of tracing, with the names and formats of OpenTelemetry. */
import { z } from 'zod';
import { list, optional, url } from '~/server/lib/setting-values';

const isPair = (text: string): boolean => /^[^=\s]+=\S+$/.test(text);
const ratio = 'use a number from 0 to 1, like 0.1';

export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'], 'http://localhost:4318'),
  OTEL_EXPORTER_OTLP_HEADERS: list(isPair, 'use names and values separated by commas, like x-api-key=secret').transform(
    (pairs): Record<string, string> => Object.fromEntries(pairs.map(decoded)),
  ),
  OTEL_SERVICE_NAME: optional(z.string().trim().max(100, 'use at most 100 characters')).transform(
    (name) => name ?? 'qinsight',
  ),
  OTEL_TRACES_SAMPLER_ARG: optional(z.coerce.number(ratio).min(0, ratio).max(1, ratio)).transform(
    (value) => value ?? 1,
  ),
};

function decoded(pair: string): [name: string, value: string] {
  const middle = pair.indexOf('=');
  const value = pair.slice(middle + 1);
  try {
    return [pair.slice(0, middle), decodeURIComponent(value)];
  } catch {
    return [pair.slice(0, middle), value];
  }
}
