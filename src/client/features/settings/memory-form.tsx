import { chakra, HStack, Stack } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useLeaveWarning } from '~/client/hooks/use-leave-warning';
import { useServerForm } from '~/client/hooks/use-server-form';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { memoryWords as words } from '~/client/words/memory';

interface MemoryFormProps {
  label: string;
  text?: string;
  submit: string;
  pendingLabel: string;
  /** The title of the error message when saving fails. */
  failure: string;
  onSave: (text: string) => Promise<unknown>;
  onCancel?: () => void;
}

/** A form to add or edit a fact. It is cleared after saving. */
export function MemoryForm({ label, text: saved = '', onCancel, onSave, ...labels }: MemoryFormProps) {
  const { formProps, fieldProps, getValues, reset, watch, onError } = useServerForm({
    defaultValues: { text: saved },
    loadSchema: () => import('~/shared/schemas/memory').then(({ addMemoryInput }) => addMemoryInput),
    failureTitle: labels.failure,
    onValid: ({ text }) => save.mutate(text.trim()),
  });
  const save = useMutation({
    mutationFn: onSave,
    onSuccess(_, sent) {
      // Keeps text that was typed while saving.
      if (getValues('text').trim() === sent) reset({ text: '' });
    },
    onError,
  });
  const text = watch('text').trim();
  useLeaveWarning(text !== saved);

  return (
    <chakra.form {...formProps} width="full">
      <Stack gap="3">
        <TextField
          label={label}
          placeholder={words.placeholder}
          dir="auto"
          autoComplete="off"
          autoFocus={onCancel !== undefined}
          {...fieldProps('text')}
        />
        <HStack gap="2">
          <Button
            type="submit"
            size="sm"
            inactive={text === saved || text === ''}
            pending={save.isPending}
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
