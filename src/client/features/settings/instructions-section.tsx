import { chakra, Stack } from '@chakra-ui/react';
import { useLeaveWarning } from '~/client/hooks/use-leave-warning';
import { useServerForm } from '~/client/hooks/use-server-form';
import { formatCount } from '~/client/lib/format';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { TextArea } from '~/client/ui/form/text-area';
import { settingsWords as words } from '~/client/words/settings';
import { limits } from '~/shared/limits';
import type { Drafts } from './use-drafts';

const limit = limits.instructionsCharacters;

export function InstructionsSection({ drafts }: { drafts: Drafts }) {
  const stored = trpc.account.instructions.useQuery();
  const config = trpc.auth.config.useQuery();
  // The hint must not appear after the form, because it would move the content below.
  if (stored.isPending || (stored.data && config.isPending)) return <Skeleton height="15rem" />;
  if (stored.data) {
    const isUnused = config.data?.model.isConnected === false;
    return <InstructionsForm saved={stored.data.instructions} isUnused={isUnused} drafts={drafts} />;
  }
  return <QueryError title={words.instructionsFailedToLoad} query={stored} />;
}

interface InstructionsFormProps {
  saved: string;
  /** True if no AI model is connected. */
  isUnused: boolean;
  drafts: Drafts;
}

function InstructionsForm({ saved, isUnused, drafts }: InstructionsFormProps) {
  const utils = trpc.useUtils();
  const { formProps, fieldProps, watch, getValues, setValue, onError } = useServerForm({
    defaultValues: { instructions: drafts.read('instructions', saved) },
    failureTitle: words.instructionsFailed,
    onValid: (values) => {
      if (!isTooLong) save.mutate(values);
    },
  });
  const field = fieldProps('instructions');
  const text = watch('instructions');
  const isTooLong = text.trim().length > limit;
  useLeaveWarning(
    text.trim() !== saved,
    () => getValues('instructions').trim() !== utils.account.instructions.getData()?.instructions,
  );
  const save = trpc.account.saveInstructions.useMutation({
    onSuccess(now, { instructions }) {
      utils.account.instructions.setData(undefined, now);
      drafts.forget('instructions');
      // Keeps text that was typed while saving.
      if (getValues('instructions') === instructions) setValue('instructions', now.instructions);
      toast({ kind: 'success', title: words.instructionsSaved, description: words.instructionsSavedMore });
    },
    onError,
  });

  return (
    <chakra.form {...formProps}>
      <Stack gap="5">
        <TextArea
          label={words.instructions}
          placeholder={words.instructionsPlaceholder}
          dir="auto"
          {...field}
          onInput={({ currentTarget }) => drafts.write('instructions', currentTarget.value)}
          count={{ now: text.trim().length, limit }}
          error={isTooLong ? words.instructionsTooLong(formatCount(limit)) : field.error}
          hint={isUnused ? words.instructionsUnused : undefined}
        />
        <Button
          type="submit"
          alignSelf="start"
          disabled={isTooLong}
          inactive={text.trim() === saved}
          pending={save.isPending}
          pendingLabel={words.savingInstructions}
        >
          {words.saveInstructions}
        </Button>
      </Stack>
    </chakra.form>
  );
}
