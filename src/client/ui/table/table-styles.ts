import { chakra } from '@chakra-ui/react';
import { first } from '~/client/ui/child-selectors';

/** The table's style: borders between rows and a sticky header. */
export const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'separate',
    borderSpacing: '0',
    textStyle: 'ui',
    bg: 'bg.raised',
    borderWidth: '1px',
    borderRadius: 'card',
  },
});

const cell = {
  px: '3',
  textAlign: 'start',
  verticalAlign: 'middle',
  overflowWrap: 'break-word',
  '&[data-align=end]': { textAlign: 'end', whiteSpace: 'nowrap' },
  [`&${first}`]: { ps: '4' },
  '&:last-child': { pe: '4' },
} as const;

export const Head = chakra('thead', {
  base: {
    position: 'sticky',
    // Below the page's sticky menu.
    top: 'var(--table-top, 3.5rem)',
    zIndex: 'raised',
    color: 'fg.muted',
  },
});

export const HeaderCell = chakra('th', {
  base: {
    ...cell,
    height: '10',
    textStyle: 'caption',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    bg: 'bg.raised',
    borderBottomWidth: '1px',
    borderColor: 'border.strong',
    [`&${first}`]: { ps: '4', borderTopStartRadius: 'card' },
    '&:last-child': { pe: '4', borderTopEndRadius: 'card' },
  },
});

/**
 * Rows and cells are styled from here, so that they can be plain elements. A styled component per cell would cost a
 * long table more than its content.
 */
const rows = {
  '& > tr > *': { ...cell, height: '12', py: '1.5' },
  // Only where figures align, because tabular figures make hyphens as wide as digits.
  '& > tr > [data-align=end]': { fontVariantNumeric: 'tabular-nums' },
  // Only the name may break anywhere, so that long words don't push the numbers out of view.
  '& > tr > th': { fontWeight: 'medium', overflowWrap: 'anywhere', minWidth: '32' },
  '& > tr:not(:last-child) > *': { borderBottomWidth: '1px', borderColor: 'border' },
  '& > tr[data-row]': { transition: 'background-color 120ms ease-out', _hover: { bg: 'bg.hover' } },
  [`& > tr:last-child > ${first}`]: { borderBottomStartRadius: 'card' },
  '& > tr:last-child > :last-child': { borderBottomEndRadius: 'card' },
} as const;

export const Body = chakra('tbody', { base: rows });
