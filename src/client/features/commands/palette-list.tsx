import { chakra } from '@chakra-ui/react';
import { commandsWords as words } from '~/client/words/commands';
import { HitRow } from './hit-row';
import { KeyCaps } from './key-caps';
import type { PaletteItem } from './palette-items';

interface PaletteListProps {
  id: string;
  items: readonly PaletteItem[];
  active: number;
  optionId: (index: number) => string;
  onPoint: (index: number) => void;
}

/** The rows by group. The focus stays in the text box, which references the active row. */
export function PaletteList({ id, items, active, optionId, onPoint }: PaletteListProps) {
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <chakra.div id={id} role="listbox" aria-label={words.results} overflowY="auto" p={groups.length > 0 ? '2' : '0'}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={group} role="group" aria-label={group}>
          <GroupName aria-hidden>{group}</GroupName>
          {items.map((item, index) =>
            item.group === group ? (
              <Row
                key={item.id}
                id={optionId(index)}
                role="option"
                aria-selected={index === active}
                onClick={item.run}
                onPointerMove={() => index !== active && onPoint(index)}
                // Keeps the focus in the text box.
                onPointerDown={(event) => event.preventDefault()}
              >
                {item.Icon && <item.Icon size={16} strokeWidth={1.5} aria-hidden style={{ flexShrink: 0 }} />}
                {item.detail ? (
                  <HitRow name={item.name} detail={item.detail} />
                ) : (
                  <chakra.span truncate dir="auto">
                    {item.name}
                  </chakra.span>
                )}
                {item.press && (
                  <chakra.span aria-hidden display="flex" gap="1" ml="auto" flexShrink={0} hideBelow="md">
                    <KeyCaps press={item.press} />
                  </chakra.span>
                )}
              </Row>
            ) : null,
          )}
        </div>
      ))}
    </chakra.div>
  );
}

const GroupName = chakra('div', { base: { px: '2', pt: '2', pb: '1', textStyle: 'caption', color: 'fg.subtle' } });

const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minHeight: '9',
    px: '2',
    borderRadius: 'control',
    color: 'fg.muted',
    cursor: 'pointer',
    '&[aria-selected=true]': { bg: 'bg.selected', color: 'fg' },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
