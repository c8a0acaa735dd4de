import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { inputRecipe } from './field';

const Box = chakra('select', inputRecipe);

/** The native select with the style of a field, so that phones show their own picker and keyboards can type ahead. */
export function Select(props: ComponentProps<typeof Box>) {
  return (
    <chakra.span position="relative" display="inline-flex" width="full" minWidth="0">
      <Box
        height="10"
        fontSize={{ base: '1rem', md: '0.875rem' }}
        {...props}
        appearance="none"
        pe="9"
        cursor="pointer"
      />
      <chakra.span
        aria-hidden
        position="absolute"
        insetBlock="0"
        insetEnd="3"
        display="flex"
        alignItems="center"
        color="fg.muted"
        pointerEvents="none"
      >
        <ChevronDown size={16} strokeWidth={1.5} />
      </chakra.span>
    </chakra.span>
  );
}
