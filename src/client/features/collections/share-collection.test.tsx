import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reports as collection } from '~/client/testing/collections';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { collectionsWords as words } from '~/client/words/collections';
import type { CollectionGroup } from '~/shared/schemas/groups';
import ShareCollection from './share-collection';

const research = { id: '9c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a', name: 'Research' };
const left: CollectionGroup = { id: '1c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a', name: 'Old team', access: 'read' };
const choice = (name: string) => screen.findByLabelText<HTMLSelectElement>(words.accessOf(name));

it('grants a right to a group, and removes one from a group that the owner has left', async () => {
  let shared = [left];
  const requests = fakeServer({
    'groups.own': () => [research],
    'collections.groups': () => shared,
    'collections.shareWithGroup': () => {
      shared = [{ ...research, access: 'edit' }, left];
      return shared;
    },
  });
  const { user } = renderInApp(<ShareCollection collection={collection} onClose={() => {}} />);
  expect((await choice('Research')).value).toBe('none');
  expect((await choice('Old team')).value).toBe('read');
  await user.selectOptions(await choice('Research'), 'edit');
  const input = { collectionId: collection.id, groupId: research.id, access: 'edit' };
  await waitFor(() => expect(requests).toContainEqual({ path: 'collections.shareWithGroup', input }));
  await waitFor(async () => expect((await choice('Old team')).disabled).toBe(false));
  await user.selectOptions(await choice('Old team'), 'none');
  const removal = { collectionId: collection.id, groupId: left.id, access: null };
  await waitFor(() => expect(requests).toContainEqual({ path: 'collections.shareWithGroup', input: removal }));
});

it('shows that there are no groups, and that a change failed', async () => {
  const groups = fakeServer({ 'groups.own': () => [], 'collections.groups': () => [] });
  const { unmount } = renderInApp(<ShareCollection collection={collection} onClose={() => {}} />);
  expect(await screen.findByText(words.shareNone)).toBeDefined();
  expect(groups).toHaveLength(2);
  unmount();
  fakeServer({
    'groups.own': () => [research],
    'collections.groups': () => [],
    'collections.shareWithGroup': () => {
      throw new ServerError('Group not found', { code: 'NOT_FOUND', httpStatus: 404 });
    },
  });
  const { user } = renderInApp(<ShareCollection collection={collection} onClose={() => {}} />);
  await user.selectOptions(await choice('Research'), 'read');
  expect(await screen.findByText('Group not found')).toBeDefined();
  expect((await choice('Research')).value).toBe('none');
});
