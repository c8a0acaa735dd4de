import { useState } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { shareWords as words } from '~/client/words/share';
import type { Audience } from '~/shared/share-audiences';
import type { ShareTarget } from './share-target';

type ShareValues = { audience: Audience; days: string; password: string };
const defaultValues: ShareValues = { audience: 'members', days: '30', password: '' };

/** The form state of a share link, and the link once it is created. */
export function useShareForm(target: ShareTarget) {
  const utils = trpc.useUtils();
  const [url, setUrl] = useState<string>();
  const [groups, setGroups] = useState<ReadonlySet<string>>(new Set());
  const [files, setFiles] = useState<ReadonlySet<string>>(new Set());
  const [isMissing, setIsMissing] = useState(false);
  const form = useServerForm({
    defaultValues,
    failureTitle: words.failed,
    onValid({ audience, days, password }) {
      const isForNobody = audience === 'groups' && groups.size === 0;
      setIsMissing(isForNobody);
      if (isForNobody) return;
      create.mutate({
        ...target,
        audience,
        ...(audience === 'groups' && { groupIds: [...groups] }),
        ...(days && { expiresInDays: Number(days) }),
        ...(password && { password }),
        ...(files.size > 0 && { fileIds: [...files] }),
      });
    },
  });
  const create = trpc.shares.create.useMutation({
    onSuccess(share) {
      setUrl(share.url);
      void utils.shares.list.invalidate();
    },
    onError: form.onError,
  });
  const groupError = isMissing && groups.size === 0 ? words.chooseGroup : undefined;
  return { form, isPending: create.isPending, url, groups, setGroups, groupError, files, setFiles };
}
