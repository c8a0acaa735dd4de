import { describe, expect, it } from 'vitest';
import { verdictOf } from './check-advisories.mjs';

const advisory = {
  source: 1,
  name: 'ws',
  title: 'ws is affected by a DoS',
  url: 'https://github.com/advisories/GHSA-3h5v-q93c-6h6q',
  severity: 'high',
};
const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

describe('a report of npm audit', () => {
  it('passes without advisories', () => {
    expect(verdictOf(report({}))).toEqual({ code: 0, lines: [] });
  });

  it('lists each advisory once, at its package', () => {
    const ws = { name: 'ws', severity: 'high', range: '8.0.0 - 8.17.0', via: [advisory] };
    const parent = { name: 'tool', severity: 'high', range: '*', via: ['ws'] };
    const line = `high: ws 8.0.0 - 8.17.0 – ${advisory.title} ${advisory.url}`;
    expect(verdictOf(report({ ws, tool: parent }))).toEqual({ code: 1, lines: [line] });
  });

  it('has exit code 3 if it could not be created', () => {
    const refused = { message: '405 Method Not Allowed', statusCode: 405, error: { summary: '', detail: '' } };
    expect(verdictOf(JSON.stringify(refused))).toEqual({ code: 3, lines: ['405 Method Not Allowed'] });
    const lost = { error: { code: 'ENOTFOUND', summary: 'request to the registry failed' } };
    expect(verdictOf(JSON.stringify(lost))).toEqual({ code: 3, lines: ['request to the registry failed'] });
    expect(verdictOf('')).toEqual({ code: 3, lines: ['npm audit wrote no report'] });
  });
});
