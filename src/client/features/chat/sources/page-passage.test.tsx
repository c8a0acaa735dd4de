import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import type { Snapshot } from '~/shared/schemas/snapshots';
import { ReadAt } from './page-passage';

const url = 'https://ecb.example/rates';
const snapshot: Snapshot = {
  id: '00000000-0000-4000-8000-000000000001',
  url,
  canonicalUrl: url,
  title: 'Rates',
  site: 'ECB',
  text: 'The deposit rate is 2.00%.',
  contentHash: 'f2b1',
  isCut: false,
  readAt: new Date('2026-11-20T10:00:00Z'),
  changedAt: null,
};

function setUp(changes: Partial<Snapshot>) {
  fakeServer({ 'messages.snapshot': () => ({ ...snapshot, ...changes }) });
  renderInApp(<ReadAt messageId="00000000-0000-4000-8000-000000000002" snapshotId={snapshot.id} />);
}

it('shows when a page was read, and no change if none was detected', async () => {
  setUp({});
  expect(await screen.findByText(/^As read /)).toBeDefined();
  expect(screen.queryByText(/^This page has changed/)).toBeNull();
});

it('shows when the page was read again with a different text', async () => {
  setUp({ changedAt: new Date('2026-11-23T10:00:00Z') });
  expect(await screen.findByText(/^This page has changed\. On .*23.*, its text was different\.$/)).toBeDefined();
});
