import { chakra } from '@chakra-ui/react';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useColorMode } from '~/client/hooks/use-color-mode';
import { settingsWords as words } from '~/client/words/settings';

const choices = [
  { value: 'dark', word: 'themeDark', Icon: Moon },
  { value: 'light', word: 'themeLight', Icon: Sun },
  { value: 'system', word: 'themeSystem', Icon: Monitor },
] as const;

export function ThemeChoice() {
  const { choice, choose } = useColorMode();
  return (
    <Group>
      <legend>{words.theme}</legend>
      {choices.map(({ value, word, Icon }) => (
        <label key={value}>
          <input type="radio" name="theme" value={value} checked={choice === value} onChange={() => choose(value)} />
          <Icon size={16} strokeWidth={1.5} aria-hidden />
          {words[word]}
        </label>
      ))}
    </Group>
  );
}

/** A choice of three options side by side, based on native radio buttons for keyboard and screen readers. */
const Group = chakra('fieldset', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1',
    p: '1',
    width: 'fit',
    minWidth: '0',
    maxWidth: 'full',
    bg: 'bg.raised',
    borderWidth: '1px',
    borderRadius: 'card',
    '& legend': { srOnly: true },
    '& label': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minHeight: 'touch',
      px: { base: '3', sm: '4' },
      borderRadius: 'control',
      fontWeight: 'medium',
      color: 'fg.muted',
      cursor: 'pointer',
      transition: 'background-color, color',
      transitionDuration: 'fast',
      _hover: { color: 'fg' },
      '&:has(:checked)': { bg: 'bg.selected', color: 'fg' },
      '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
    },
    '& input': { srOnly: true },
  },
});
