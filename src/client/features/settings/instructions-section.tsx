import { chakra, Stack } from '@chakra-ui/react';
import { type SubmitEvent, useState } from 'react';
import { useLeaveWarning } from '~/client/hooks/use-leave-warning';
import { errorMessage } from '~/client/lib/error-message';
import { formatCount } from '~/client/lib/format';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { TextArea } from '~/client/ui/form/text-area';
import { settingsWords as words } from '~/client/words/settings';
import { limits } from '~/shared/limits';
import type { Drafts } from './use-drafts';

const limit = limits.instructionsCharacters;

export function InstructionsSection({ drafts }: { drafts: Drafts }) {
  const stored = trpc.account.instructions.useQuery();
  if (stored.data) return <InstructionsForm saved={stored.data.instructions} drafts={drafts} />;
  if (stored.isPending) return <Skeleton height="40" />;
  return (
    <ErrorState
      title={words.instructionsFailedToLoad}
      description={errorMessage(stored.error)}
      onRetry={() => void stored.refetch()}
      retrying={stored.isFetching}
    />
  );
}

function InstructionsForm({ saved, drafts }: { saved: string; drafts: Drafts }) {
  const utils = trpc.useUtils();
  const config = trpc.auth.config.useQuery();
  const [text, setText] = useState(() => drafts.read('instructions', saved));
  useLeaveWarning(text.trim() !== saved);
  const save = trpc.account.saveInstructions.useMutation({
    onSuccess(now, { instructions }) {
      utils.account.instructions.setData(undefined, now);
      drafts.forget('instructions');
      // What was typed while it was being saved stays.
      setText((typed) => (typed === instructions ? now.instructions : typed));
      toast({ kind: 'success', title: words.instructionsSaved, description: words.instructionsSavedMore });
    },
    onError: (cause) => toast({ kind: 'error', title: words.instructionsFailed, description: errorMessage(cause) }),
  });
  const isTooLong = text.trim().length > limit;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isTooLong) save.mutate({ instructions: text });
  }

  return (
    <chakra.form onSubmit={submit} noValidate>
      <Stack gap="5">
        <TextArea
          label={words.instructions}
          placeholder={words.instructionsPlaceholder}
          value={text}
          dir="auto"
          onChange={({ target }) => {
            setText(target.value);
            drafts.write('instructions', target.value);
          }}
          count={{ now: text.trim().length, limit }}
          error={isTooLong ? words.instructionsTooLong(formatCount(limit)) : undefined}
          hint={config.data?.model.isConnected === false ? words.instructionsUnused : undefined}
        />
        <Button
          type="submit"
          alignSelf="start"
          disabled={isTooLong}
          pending={save.isPending}
          pendingLabel={words.savingInstructions}
        >
          {words.saveInstructions}
        </Button>
      </Stack>
    </chakra.form>
  );
}
