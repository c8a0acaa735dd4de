import { useNavigate } from '@tanstack/react-router';
import { Telescope } from 'lucide-react';
import { useContext } from 'react';
import { useSameLocation } from '~/client/hooks/use-same-location';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { IconButton } from '~/client/ui/form/button';
import { researchWords as words } from '~/client/words/research';
import { useNewChatSwitches } from '../collections/use-new-chat-switches';
import { useChosenModel } from '../models/use-chosen-model';
import { CurrentProject } from '../projects/current-project';
import { useConversationId } from '../temporary/use-is-temporary';

interface ResearchButtonProps {
  /** The research question. */
  text: string;
  /** Called with the text of a started research, which may no longer be the text in the composer. */
  onStarted: (text: string) => void;
}

/** Starts research on the text in the composer. Absent without a model. Default export for `lazy`. */
export default function ResearchButton({ text, onStarted }: ResearchButtonProps) {
  const { data: config } = trpc.auth.config.useQuery();
  const { chosen } = useChosenModel();
  const conversationId = useConversationId();
  const navigate = useNavigate();
  const beginWatch = useSameLocation();
  const utils = trpc.useUtils();
  const project = useContext(CurrentProject);
  const applySwitches = useNewChatSwitches();
  const start = trpc.research.start.useMutation({
    onMutate: () => ({ isStillHere: beginWatch(), asked: text }),
    async onSuccess({ conversationId: where }, { conversationId: from }, { isStillHere, asked }) {
      onStarted(asked);
      void utils.research.invalidate();
      if (from) return;
      void utils.conversations.list.invalidate();
      void utils.projects.invalidate();
      await applySwitches(where);
      if (isStillHere()) void navigate({ to: '/qchat', search: { c: where } });
    },
    onError: (cause) => errorToast(words.startFailed, cause),
  });
  if (!config?.model.isConnected || !chosen) return null;
  const question = text.trim();
  // Research passes pages to a model that can't call tools, so it can use the web even if its answers can't.
  const { canResearch } = chosen;
  const projectId = conversationId ? undefined : project?.id;
  const isReady = canResearch && question !== '' && !start.isPending;
  const reason = canResearch ? words.writeFirst : words.needsWeb;
  return (
    <IconButton
      label={words.button}
      size="sm"
      tooltip={canResearch && question !== '' ? undefined : reason}
      aria-disabled={!isReady || undefined}
      onClick={() => isReady && start.mutate({ question, conversationId, projectId, model: chosen.id })}
    >
      <Telescope size={18} strokeWidth={1.5} />
    </IconButton>
  );
}
