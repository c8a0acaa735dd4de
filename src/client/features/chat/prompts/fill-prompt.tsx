import { Stack } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { promptWords as words } from '~/client/words/prompts';
import { variablesIn, withValues } from '~/shared/prompt-variables';
import type { Prompt } from '~/shared/schemas/prompts';

interface FillPromptProps {
  prompt: Prompt;
  onFill: (text: string) => void;
  onClose: () => void;
}

/** Variable names may contain dots, which the form library would treat as nested fields. */
const fieldOf = (index: number) => `value${index}`;

/** Asks for the values of a prompt's variables. */
export function FillPrompt({ prompt: { title, text }, onFill, onClose }: FillPromptProps) {
  const variables = variablesIn(text);
  const { fieldProps, formProps } = useServerForm({
    defaultValues: Object.fromEntries(variables.map((one, index) => [fieldOf(index), one.default])),
    onValid: (values) =>
      onFill(withValues(text, new Map(variables.map(({ name }, index) => [name, values[fieldOf(index)] ?? ''])))),
  });
  return (
    <FormDialog
      title={title}
      submitLabel={words.fill}
      pendingLabel={words.fill}
      pending={false}
      formProps={formProps}
      onClose={onClose}
    >
      <Stack gap="4">
        {variables.map(({ name }, index) => (
          <TextField
            key={name}
            label={name}
            dir="auto"
            autoComplete="off"
            autoFocus={index === 0}
            {...fieldProps(fieldOf(index))}
          />
        ))}
      </Stack>
    </FormDialog>
  );
}
