import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isGone } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';

const sending: readonly unknown[] = ['messages.send', 'messages.retry'];

/** Reloads the models when a message fails because something doesn't exist: its model may no longer be offered. */
export function useFreshModels() {
  const client = useQueryClient();
  const utils = trpc.useUtils();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || !isGone(event.action.error)) return;
        const [path] = event.mutation.options.mutationKey ?? [];
        if (Array.isArray(path) && sending.includes(path.join('.'))) void utils.models.list.invalidate();
      }),
    [client, utils],
  );
}
