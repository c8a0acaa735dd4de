import { chakra } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import { useId } from 'react';
import { isComposing } from '~/client/lib/is-composing';
import { limits } from '~/shared/limits';
import { IconButton } from './button';
import { inputRecipe } from './field';

interface SearchFieldProps {
  /** The accessible name and placeholder. */
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  /** For searches within the page. The server accepts at most the default length. */
  maxLength?: number;
  /** True for an additional search, such as one in a picker, because a page has one search landmark. */
  isSecond?: boolean;
}

const Input = chakra('input', inputRecipe);

/** A field that filters the list below it while typing. */
export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
  maxLength = limits.searchCharacters,
  isSecond,
}: SearchFieldProps) {
  const id = useId();
  return (
    <chakra.div position="relative" width="full" role={isSecond ? undefined : 'search'}>
      <chakra.label htmlFor={id} srOnly>
        {label}
      </chakra.label>
      <chakra.span
        aria-hidden
        position="absolute"
        insetBlock="0"
        insetStart="3"
        display="flex"
        alignItems="center"
        color="fg.subtle"
        pointerEvents="none"
        zIndex="raised"
      >
        <Search size={16} strokeWidth={1.5} />
      </chakra.span>
      <Input
        id={id}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        height="10"
        ps="9"
        pe="10"
        fontSize={{ base: '1rem', md: '0.875rem' }}
        placeholder={label}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '' || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          onChange('');
        }}
      />
      {value !== '' && (
        <chakra.span position="absolute" insetBlock="0" insetEnd="1" display="flex" alignItems="center">
          <IconButton label={clearLabel} size="sm" onClick={() => onChange('')}>
            <X size={14} strokeWidth={1.5} />
          </IconButton>
        </chakra.span>
      )}
    </chakra.div>
  );
}
