import { Stack } from '@chakra-ui/react';
import { type SubmitEvent, useState } from 'react';
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

/** Asks for the values of a prompt's variables. */
export function FillPrompt({ prompt: { title, text }, onFill, onClose }: FillPromptProps) {
  const variables = variablesIn(text);
  const [values, setValues] = useState(() => new Map(variables.map((one) => [one.name, one.default])));
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onFill(withValues(text, values));
  }
  return (
    <FormDialog
      title={title}
      submitLabel={words.fill}
      pendingLabel={words.fill}
      pending={false}
      formProps={{ method: 'post', onSubmit }}
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
            value={values.get(name) ?? ''}
            onChange={({ currentTarget }) => setValues(new Map(values).set(name, currentTarget.value))}
          />
        ))}
      </Stack>
    </FormDialog>
  );
}
