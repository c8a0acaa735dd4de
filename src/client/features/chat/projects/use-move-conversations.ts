import { dismissToast, errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { projectsWords as words } from '~/client/words/projects';
import type { ConversationSummary } from '~/shared/schemas/conversations';

interface Move {
  conversations: readonly ConversationSummary[];
  /** Null moves them out of any project. */
  projectId: string | null;
}

/** Moves conversations between projects, with Undo. */
export function useMoveConversations({ onMoved }: { onMoved: () => void }) {
  const utils = trpc.useUtils();
  const onError = (cause: unknown) => errorToast(words.moveFailed, cause);
  const refetch = () =>
    Promise.all([
      utils.conversations.invalidate(),
      utils.projects.list.invalidate(),
      utils.collections.switches.invalidate(),
    ]);
  const undo = trpc.projects.moveConversations.useMutation({ onSuccess: () => refetch(), onError });
  const moving = trpc.projects.moveConversations.useMutation({ onError });

  /** A plain async function, because mutation callbacks are skipped once the component has unmounted. */
  async function move({ conversations, projectId }: Move): Promise<void> {
    // Otherwise a click on the next Undo could hit the Undo of an earlier move.
    dismissToast();
    const conversationIds = conversations.map(({ id }) => id);
    const moved = await moving.mutateAsync({ conversationIds, projectId }).catch(() => undefined);
    // `onError` has already informed the user.
    if (!moved) return;
    const run = () => {
      for (const former of new Set(conversations.map((conversation) => conversation.projectId))) {
        const there = conversations.filter((conversation) => conversation.projectId === former);
        undo.mutate({ conversationIds: there.map(({ id }) => id), projectId: former });
      }
    };
    onMoved();
    await refetch();
    toast({ kind: 'success', title: words.moved(moved.count), action: { label: words.undo, run } });
  }
  return { move, isMoving: moving.isPending };
}
