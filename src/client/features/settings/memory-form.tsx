import { chakra, HStack, Stack } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { useLeaveWarning } from '~/client/hooks/use-leave-warning';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { memoryWords as words } from '~/client/words/memory';
import { limits } from '~/shared/limits';

interface MemoryFormProps {
  label: string;
  text?: string;
  submit: string;
  pendingLabel: string;
  /** The title of the message when saving fails. */
  failure: string;
  onSave: (text: string) => Promise<unknown>;
  onCancel?: () => void;
}

/** One fact to write or to change. It empties when it was saved. */
export function MemoryForm({ label, text: saved = '', onCancel, onSave, ...labels }: MemoryFormProps) {
  const [text, setText] = useState(saved);
  const [isPending, setIsPending] = useState(false);
  const isTooLong = text.trim().length > limits.memoryCharacters;
  const hasChanged = text.trim() !== saved;
  useLeaveWarning(hasChanged);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending || isTooLong || !hasChanged || text.trim() === '') return;
    setIsPending(true);
    try {
      await onSave(text.trim());
      // What was typed while it was being saved stays.
      setText((now) => (now === text ? '' : now));
    } catch (cause) {
      toast({ kind: 'error', title: labels.failure, description: errorMessage(cause) });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <chakra.form onSubmit={submit} width="full">
      <Stack gap="3">
        <TextField
          label={label}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={words.placeholder}
          dir="auto"
          autoComplete="off"
          autoFocus={onCancel !== undefined}
          error={isTooLong ? words.tooLong(limits.memoryCharacters) : undefined}
        />
        <HStack gap="2">
          <Button
            type="submit"
            size="sm"
            disabled={isTooLong}
            inactive={!hasChanged || text.trim() === ''}
            pending={isPending}
            pendingLabel={labels.pendingLabel}
          >
            {labels.submit}
          </Button>
          {onCancel && (
            <Button size="sm" variant="ghost" onClick={onCancel}>
              {words.cancel}
            </Button>
          )}
        </HStack>
      </Stack>
    </chakra.form>
  );
}
