/**
 * Checks the configurations for Traefik 3 without starting it: they only have known fields of the right type, and every
 * reference resolves. Traefik itself ignores a router whose service is missing.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseEnv } from '~/server/env';

const name = z.string().regex(/^[\w-]+$/);
const duration = z.string().regex(/^(\d+(ms|s|m|h))+$/);

/** The fields of the reference (https://doc.traefik.io/traefik/reference/routing-configuration/) that our files use. */
const configuration = z.strictObject({
  http: z.strictObject({
    routers: z.record(
      name,
      z.strictObject({
        entryPoints: z.array(name).min(1),
        rule: z.string(),
        service: name,
        middlewares: z.array(name).optional(),
        tls: z.strictObject({ certResolver: name }),
      }),
    ),
    services: z.record(
      name,
      z.strictObject({
        loadBalancer: z.strictObject({
          healthCheck: z.strictObject({ path: z.string().startsWith('/'), interval: duration, timeout: duration }),
          servers: z.array(z.strictObject({ url: z.url({ protocol: /^https?$/ }) })).min(1),
        }),
      }),
    ),
    middlewares: z.record(name, z.object({})).optional(),
  }),
});

/** Rules consist of matchers with backtick strings, joined by operators. */
const matcher = /(?:Host|Path|PathPrefix)\(`[^`]+`\)/g;
const isRule = (rule: string) => /^\(*m\)*( (&&|\|\|) \(*m\)*)*$/.test(rule.replace(matcher, 'm')) && isBalanced(rule);
const isBalanced = (rule: string) => rule.split('(').length === rule.split(')').length;

/** The faults of a configuration. */
function faultsOf(yaml: string): string[] {
  const parsed = configuration.safeParse(parse(yaml));
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const { routers, services, middlewares = {} } = parsed.data.http;
  const faults: string[] = [];
  for (const [router, { rule, service, middlewares: used = [] }] of Object.entries(routers)) {
    if (!isRule(rule)) faults.push(`${router}: ${rule} is not a rule`);
    if (!(service in services)) faults.push(`${router}: no service ${service}`);
    for (const one of used) if (!(one in middlewares)) faults.push(`${router}: no middleware ${one}`);
  }
  const named = Object.values(routers).flatMap((router) => [router.service, ...(router.middlewares ?? [])]);
  for (const one of [...Object.keys(services), ...Object.keys(middlewares)])
    if (!named.includes(one)) faults.push(`${one} is not used`);
  for (const [service, { loadBalancer }] of Object.entries(services))
    if (Number.parseInt(loadBalancer.healthCheck.interval, 10) <= Number.parseInt(loadBalancer.healthCheck.timeout, 10))
      faults.push(`${service}: the next check begins before the last one ends`);
  return faults;
}

const shipped = [
  { file: 'deploy/traefik.yml', publicUrl: 'https://insight.example.com' },
  { file: 'deploy/sub-path/traefik.yml', publicUrl: 'https://tools.example.com/insight' },
];

describe.each(shipped)('$file', ({ file, publicUrl }) => {
  const text = readFileSync(file, 'utf8');

  it('only has known fields, and every reference resolves', () => {
    expect(faultsOf(text)).toEqual([]);
  });

  it('routes the PUBLIC_URL in its comment to a process that reports its readiness', () => {
    expect(text).toContain(`PUBLIC_URL=${publicUrl} `);
    const env = parseEnv({ PUBLIC_URL: publicUrl, TRUST_PROXY: '1' });
    const { routers, services } = configuration.parse(parse(text)).http;
    const { host } = new URL(publicUrl);
    const { basePath } = env;
    const below = basePath ? ` && (Path(\`${basePath}\`) || PathPrefix(\`${basePath}/\`))` : '';
    expect(Object.values(routers).map(({ rule }) => rule)).toEqual([`Host(\`${host}\`)${below}`]);
    const [service] = Object.values(services);
    expect(service?.loadBalancer.healthCheck.path).toBe('/readyz');
    expect(service?.loadBalancer.servers).toEqual([{ url: `http://127.0.0.1:${env.PORT}` }]);
  });

  it.each([
    ['service: qinsight', 'service: insight', /no service insight/],
    ['certResolver:', 'certResolvers:', /tls/],
    ['servers:', 'server:', /loadBalancer/],
    ['interval: 5s', 'interval: 5', /interval/],
    ['interval: 5s', 'interval: 2s', /before the last one ends/],
    ['Host(`', 'Hosts(`', /is not a rule/],
    ['`)', '`', /is not a rule/],
    ['      tls:', '      middlewares: [limit]\n      tls:', /no middleware limit/],
  ])('is rejected with %j replaced by %j', (right, wrong, fault) => {
    expect(text).toContain(right);
    expect(faultsOf(text.replace(right, wrong)).join('; ')).toMatch(fault);
  });
});
