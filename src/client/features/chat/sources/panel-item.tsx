import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface PanelItemProps {
  /** The source number, which identifies the item to scroll to. */
  number: number;
  /** The source that was selected. */
  isWanted: boolean;
  children: ReactNode;
}

export function PanelItem({ number, isWanted, children }: PanelItemProps) {
  return (
    <chakra.li
      data-number={number}
      tabIndex={-1}
      p="3"
      borderRadius="control"
      bg={isWanted ? 'bg.hover' : undefined}
      overflowWrap="anywhere"
      _focus={{ outline: 'none' }}
    >
      {children}
    </chakra.li>
  );
}
