import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Spinner } from './spinner';

export interface StaleContentProps {
  /** True while the previous choice's content is shown because the current one is loading. */
  isStale: boolean;
  /** Read out by screen readers: 'Loading usage...' */
  loadingText: string;
  gap: string;
  children: ReactNode;
}

/** Keeps the content of an earlier choice visible, dimmed, while that of the current one loads. */
export function StaleContent({ isStale, loadingText, gap, children }: StaleContentProps) {
  return (
    <>
      {/* Outside of the busy element, in which screen readers may stay silent. */}
      <chakra.span srOnly role="status">
        {isStale ? loadingText : ''}
      </chakra.span>
      <Content aria-busy={isStale} gap={gap}>
        {isStale && (
          <chakra.span position="absolute" top="0" insetEnd="0">
            <Spinner label={null} />
          </chakra.span>
        )}
        {children}
      </Content>
    </>
  );
}

const Content = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    position: 'relative',
    transition: 'opacity',
    transitionDuration: 'fast',
    '&[aria-busy=true]': { opacity: 0.5 },
  },
});
