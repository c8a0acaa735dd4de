import { Stack } from '@chakra-ui/react';
import type { KeyboardEvent } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { isComposing } from '~/client/lib/is-composing';
import { TextArea } from '~/client/ui/form/text-area';
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

/** Asks for the values of a prompt's variables. Enter inserts the prompt, Shift+Enter breaks the line. */
export function FillPrompt({ prompt: { title, text }, onFill, onClose }: FillPromptProps) {
  const variables = variablesIn(text);
  const { fieldProps, formProps } = useServerForm({
    defaultValues: Object.fromEntries(variables.map((variable, index) => [fieldOf(index), variable.default])),
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
          <TextArea
            key={name}
            label={name}
            dir="auto"
            autoComplete="off"
            autoFocus={index === 0}
            enterKeyHint="done"
            rows={1}
            minHeight="11"
            maxHeight="12rem"
            overflowY="auto"
            css={{ fieldSizing: 'content' }}
            onKeyDown={submitOnEnter}
            {...fieldProps(fieldOf(index))}
          />
        ))}
      </Stack>
    </FormDialog>
  );
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
