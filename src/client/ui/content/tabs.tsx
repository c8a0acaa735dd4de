import { chakra, Flex } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';

export interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps<Value extends string> {
  /** Accessible name of the tab list. */
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Gives all tabs the same width. */
  fitted?: boolean;
  /** Nested tabs: underlined instead of boxed. */
  isInner?: boolean;
}

/** Tabs by the ARIA pattern: arrows, Home and End select a tab. Only the selected panel is rendered. */
export function Tabs<Value extends string>({
  label,
  items,
  value,
  onChange,
  fitted = false,
  isInner = false,
}: TabsProps<Value>) {
  const id = useId();
  const tabId = (of: string) => `${id}-tab-${of}`;
  const panelId = `${id}-panel`;
  const list = useRevealed(value);

  function onKeyDown(event: KeyboardEvent) {
    const item = itemForKey(event.key, items, value);
    if (!item) return;
    event.preventDefault();
    onChange(item.value);
    document.getElementById(tabId(item.value))?.focus();
  }

  return (
    <>
      <Flex
        ref={list}
        role="tablist"
        aria-label={label}
        gap={{ base: '0.5', sm: '1' }}
        {...(isInner ? lineOfTabs : boxOfTabs)}
        width={fitted || isInner ? 'full' : 'fit'}
        // If there isn't room for all tabs, the list scrolls.
        maxWidth="full"
        overflowX="auto"
        onKeyDown={onKeyDown}
      >
        {items.map((item) => (
          <TabButton
            key={item.value}
            id={tabId(item.value)}
            type="button"
            role="tab"
            aria-selected={item.value === value}
            aria-controls={item.value === value ? panelId : undefined}
            tabIndex={item.value === value ? 0 : -1}
            onClick={() => onChange(item.value)}
            flex={fitted ? '1' : undefined}
            px={{ base: isInner ? '2.5' : '2', sm: isInner ? '3' : '4' }}
            borderRadius={isInner ? '0' : 'control'}
            css={{ '&[aria-selected=true]': isInner ? selectedOnLine : selectedInBox }}
          >
            {item.label}
          </TabButton>
        ))}
      </Flex>
      <chakra.div id={panelId} role="tabpanel" aria-labelledby={tabId(value)}>
        {items.find((item) => item.value === value)?.content}
      </chakra.div>
    </>
  );
}

/** Scrolls the tab list, not the page, until the selected tab is visible. */
function useRevealed(value: string) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected tab changes with the value.
  useLayoutEffect(() => {
    const selected = list.current?.querySelector('[role=tab][aria-selected=true]');
    if (!list.current || !selected) return;
    const line = list.current.getBoundingClientRect();
    const tab = selected.getBoundingClientRect();
    if (tab.left < line.left) list.current.scrollLeft -= line.left - tab.left;
    else if (tab.right > line.right) list.current.scrollLeft += tab.right - line.right;
  }, [value]);
  return list;
}

/** The tab that a key selects; arrows wrap around. */
function itemForKey<Value extends string>(key: string, items: readonly TabItem<Value>[], value: Value) {
  const now = items.findIndex((item) => item.value === value);
  const last = items.length - 1;
  const target = {
    ArrowRight: now === last ? 0 : now + 1,
    ArrowLeft: now === 0 ? last : now - 1,
    Home: 0,
    End: last,
  }[key];
  return target === undefined ? undefined : items[target];
}

const TabButton = chakra('button', {
  base: {
    minHeight: '10',
    flexShrink: 0,
    whiteSpace: 'nowrap',
    fontWeight: 'medium',
    color: 'fg.muted',
    transition: 'background-color, color',
    transitionDuration: 'fast',
    _hover: { color: 'fg' },
    // The list scrolls, so it would cut off a ring around the tab.
    _focusVisible: { outlineOffset: '-2px' },
  },
});

const boxOfTabs = { p: '1', bg: 'bg.raised', borderWidth: '1px', borderRadius: 'card' } as const;
const selectedInBox = { bg: 'bg.selected', color: 'fg' };

const lineOfTabs = { borderBottomWidth: '1px' } as const;
const selectedOnLine = { color: 'fg', boxShadow: 'inset 0 -2px 0 var(--chakra-colors-accent)' };
