import { chakra } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { useColorMode } from '~/client/hooks/use-color-mode';
import { IconButton } from '~/client/ui/form/button';
import { uiWords as words } from '~/client/words/ui';

export function ThemeSwitch() {
  const { mode, toggle } = useColorMode();
  return (
    <IconButton label={mode === 'dark' ? words.useLight : words.useDark} onClick={toggle}>
      {/* The theme's CSS shows the right icon, because prerendered pages don't know the theme. */}
      <chakra.span display="none" _dark={{ display: 'inline-flex' }}>
        <Sun size={18} strokeWidth={1.5} />
      </chakra.span>
      <chakra.span display="inline-flex" _dark={{ display: 'none' }}>
        <Moon size={18} strokeWidth={1.5} />
      </chakra.span>
    </IconButton>
  );
}
