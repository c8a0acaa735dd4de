import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { system } from '../app/theme';

/** The page carries the theme's rules already: only the parts' own styles are worked out in the browser. */
const ready = { ...system, _global: [], _config: { ...system._config, disableLayers: true } };

export function IslandProviders({ children }: { children: ReactNode }) {
  return <ChakraProvider value={ready}>{children}</ChakraProvider>;
}
