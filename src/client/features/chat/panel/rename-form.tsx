import { chakra } from '@chakra-ui/react';
import { Check, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { isComposing } from '~/client/lib/is-composing';
import { IconButton } from '~/client/ui/form/button';
import { inputRecipe } from '~/client/ui/form/field';
import { conversationActionsWords as words } from '~/client/words/conversation-actions';
import { limits } from '~/shared/limits';

const Input = chakra('input', inputRecipe);

interface RenameFormProps {
  title: string;
  onSave: (title: string) => void;
  onCancel: () => void;
}

export function RenameForm({ title, onSave, onCancel }: RenameFormProps) {
  const { formProps, register, watch } = useServerForm({
    defaultValues: { title },
    onValid: () => {
      if (newTitle === title) onCancel();
      else if (newTitle) onSave(newTitle);
    },
  });
  const newTitle = watch('title').trim();

  const form = useRef<HTMLFormElement>(null);
  // The field receives its text after the focus, so selecting it on focus would select nothing.
  useEffect(() => form.current?.querySelector('input')?.select(), []);

  function onKeyDown(event: KeyboardEvent) {
    // Escape during composition belongs to the input method.
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
    // Escape must not close the drawer around the list.
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  }

  return (
    <chakra.form ref={form} {...formProps} display="flex" alignItems="center" gap="0.5" height="full" pl="1" pr="1">
      <Input
        aria-label={words.titleField}
        maxLength={limits.titleCharacters}
        {...register('title')}
        onKeyDown={onKeyDown}
        autoFocus
        dir="auto"
        height="9"
        px="2"
        minWidth="0"
        css={{ '@media (pointer: fine)': { textStyle: 'ui' } }}
      />
      <IconButton type="submit" label={words.saveTitle} size="sm" disabled={!newTitle}>
        <Check size={16} strokeWidth={1.5} />
      </IconButton>
      <IconButton label={words.cancelRename} size="sm" onClick={onCancel}>
        <X size={16} strokeWidth={1.5} />
      </IconButton>
    </chakra.form>
  );
}
