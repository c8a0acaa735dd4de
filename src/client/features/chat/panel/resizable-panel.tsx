import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { conversationsWords as words } from '~/client/words/conversations';
import { interfaceLimits } from '~/shared/interface-limits';
import { clampWidth, readWidth, storeWidth, widthForKey } from './panel-width';

/** The panel beside the chat, with a handle that resizes it by mouse, touch or keyboard. */
export function ResizablePanel({ children }: { children: ReactNode }) {
  const [width, setWidth] = useState(readWidth);

  function onKeyDown(event: KeyboardEvent) {
    const next = widthForKey(event.key, width);
    if (next === undefined) return;
    event.preventDefault();
    setWidth(next);
    storeWidth(next);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const start = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0;
    setWidth(clampWidth(event.clientX - start));
  }

  return (
    <chakra.aside aria-label={words.panel} display="flex" flexShrink={0} height="full">
      <chakra.div flexShrink={0} minWidth="0" height="full" bg="bg.raised" style={{ width }}>
        {children}
      </chakra.div>
      <chakra.div
        role="separator"
        aria-orientation="vertical"
        aria-label={words.panelWidth}
        aria-valuenow={width}
        aria-valuemin={interfaceLimits.panelWidth.min}
        aria-valuemax={interfaceLimits.panelWidth.max}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onLostPointerCapture={() => storeWidth(width)}
        css={handle}
      />
    </chakra.aside>
  );
}

/** The line is one pixel wide, its hit area twelve. */
const handle = {
  position: 'relative',
  zIndex: 'raised',
  flexShrink: 0,
  width: '1px',
  height: 'full',
  bg: 'border',
  cursor: 'col-resize',
  touchAction: 'none',
  transition: 'background-color 120ms ease-out',
  '&::after': { content: '""', position: 'absolute', insetBlock: 0, left: '-6px', width: '13px' },
  _hover: { bg: 'accent' },
  _active: { bg: 'accent' },
  _focusVisible: { bg: 'focus', outlineOffset: '0' },
};
