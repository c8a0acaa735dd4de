import { describe, expect, it } from 'vitest';
import { routeLabel } from './route-label';

const procedures = { 'positions.list': {} };
const labelOf = (originalUrl: string, path?: string) =>
  routeLabel({ originalUrl, route: path === undefined ? undefined : { path } }, procedures);

describe('the route label of a request', () => {
  it('is the pattern and never text of the caller', () => {
    expect(labelOf('/api/conversations/5f2?x=1', '/conversations/:id')).toBe('/api/conversations/:id');
    expect(labelOf('/v1/models/secret', '/models/:id')).toBe('/v1/models/:id');
    expect(labelOf('/objects/5f2', '/objects/:id')).toBe('/objects/:id');
    expect(labelOf('/s/secret', '/s/:key')).toBe('/s/:key');
    expect(labelOf('/s/secret/none')).toBe('(other)');
    expect(labelOf('/qchat/5f2', '/{*path}')).toBe('/{*path}');
    expect(labelOf('/assets/main-5f2.js')).toBe('/assets/*');
  });

  it('names a procedure, groups batches, and does not repeat an unknown name', () => {
    expect(labelOf('/trpc/positions.list?input=1')).toBe('/trpc/positions.list');
    expect(labelOf('/trpc/positions.list,positions.list')).toBe('/trpc/(batch)');
    expect(labelOf('/trpc/made.up')).toBe('/trpc/(other)');
    expect(labelOf('/trpc/constructor')).toBe('/trpc/(other)');
    expect(labelOf('/made/up')).toBe('(other)');
  });
});
