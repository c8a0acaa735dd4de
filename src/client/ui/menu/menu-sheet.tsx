import { chakra } from '@chakra-ui/react';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useSwipeClose } from '~/client/ui/overlay/use-swipe-close';

interface MenuSheetProps {
  header: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A menu on phones: slides in from below, within reach of the thumb. A tap above it or a swipe closes it. */
export default function MenuSheet({ header, onClose, children }: MenuSheetProps) {
  const scrim = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { onPointerDown, ...swipe } = useSwipeClose('down', onClose);

  useLayoutEffect(() => {
    scrim.current?.showPopover();
    const list = scroller.current;
    // Even a list without overflow would handle the swipe instead of the sheet.
    if (list && list.scrollHeight <= list.clientHeight) list.style.touchAction = 'none';
  }, []);

  function closeOnScrim(event: MouseEvent) {
    if (event.target !== event.currentTarget) return;
    // The menu may be inside a row that opens on tap.
    event.stopPropagation();
    onClose();
  }

  return (
    <Scrim ref={scrim} popover="manual" onClick={closeOnScrim}>
      <Panel
        {...swipe}
        onPointerDown={(event) => {
          // Keeps a surrounding drawer from following the swipe.
          event.stopPropagation();
          onPointerDown(event);
        }}
      >
        <Handle aria-hidden />
        {header && (
          <chakra.div px="4" pb="2">
            {header}
          </chakra.div>
        )}
        <Items ref={scroller}>{children}</Items>
      </Panel>
    </Scrim>
  );
}

const Scrim = chakra('div', {
  base: {
    position: 'fixed',
    inset: '0',
    width: '100vw',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    m: '0',
    p: '0',
    borderWidth: '0',
    color: 'fg',
    bg: 'bg.scrim',
    overflow: 'hidden',
    touchAction: 'pinch-zoom',
    animation: 'appear 160ms ease-out',
    '&:popover-open': { display: 'flex', alignItems: 'flex-end' },
  },
});

const Panel = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    width: 'full',
    maxHeight: '80dvh',
    pb: 'max(0.5rem, env(safe-area-inset-bottom))',
    bg: 'bg.raised',
    borderTopWidth: '1px',
    borderColor: 'border',
    borderTopRadius: 'card',
    boxShadow: 'overlay',
    touchAction: 'pan-x pinch-zoom',
    animation: 'slideInUp 200ms cubic-bezier(0.16, 1, 0.3, 1)',
  },
});

const Handle = chakra('div', {
  base: {
    flexShrink: 0,
    alignSelf: 'center',
    width: '10',
    height: '1',
    my: '2',
    borderRadius: 'full',
    bg: 'border.strong',
  },
});

const Items = chakra('div', {
  base: {
    minHeight: '0',
    px: '2',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    '& [role^=menuitem]': { minHeight: 'touch' },
  },
});
