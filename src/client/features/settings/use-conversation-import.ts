import { useEffect, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { formatFileSize } from '~/client/lib/format';
import { sendBytes } from '~/client/lib/send-bytes';
import { trpc } from '~/client/lib/trpc';
import { conversationImportWords as words } from '~/client/words/conversation-import';
import { limits } from '~/shared/limits';
import type { ConversationImportView } from '~/shared/schemas/imports';
import { textStart } from '~/shared/text-start';

const pollMs = 1000;
const isWorking = (found: ConversationImportView | null | undefined) =>
  found?.state === 'reading' || found?.state === 'running';

/** The user's import on the server, and the upload of its file from this page. */
export function useConversationImport() {
  const utils = trpc.useUtils();
  const current = trpc.imports.current.useQuery(undefined, {
    refetchInterval: ({ state }) => (isWorking(state.data?.import) ? pollMs : false),
    refetchOnMount: 'always',
  });
  useFreshConversations(current.data?.import);
  const [sentPercent, setSentPercent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const onError = (cause: unknown) => setProblem(errorMessage(cause));
  const settled = { onError, onSettled: () => utils.imports.current.invalidate() };
  const create = trpc.imports.create.useMutation();
  const read = trpc.imports.read.useMutation();
  const run = trpc.imports.run.useMutation(settled);
  const remove = trpc.imports.remove.useMutation({
    onError,
    // A running import has already added some conversations.
    onSettled: () => Promise.all([settled.onSettled(), utils.conversations.list.invalidate()]),
  });

  async function choose(file: File) {
    setProblem(undefined);
    if (file.size === 0) return setProblem(words.empty);
    if (file.size > limits.conversationImportBytes) return setProblem(words.tooLarge(formatFileSize(file.size)));
    setSentPercent(0);
    try {
      const created = await create.mutateAsync({ fileName: textStart(file.name, 255), size: file.size });
      const { uploadURL: url, headers } = created.upload;
      const onProgress = (bytes: number) => setSentPercent(Math.floor((100 * bytes) / file.size));
      await sendBytes({ method: 'PUT', url, headers }, file, { onProgress });
      await read.mutateAsync({ id: created.import.id });
    } catch (cause) {
      onError(cause);
    } finally {
      setSentPercent(undefined);
      await utils.imports.current.invalidate();
    }
  }

  return { current, sentPercent, problem, choose, run, remove };
}

/** Reloads the lists of conversations after an import, also after one that failed in the middle. */
function useFreshConversations(found: ConversationImportView | null | undefined) {
  const utils = trpc.useUtils();
  const ended = found?.state === 'done' || found?.state === 'failed' ? found.id : undefined;
  useEffect(() => {
    if (ended) void utils.conversations.list.invalidate();
  }, [ended, utils]);
}
