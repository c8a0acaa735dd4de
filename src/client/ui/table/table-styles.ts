import { chakra } from '@chakra-ui/react';

/** How a table looks: hairlines between rows, quiet headers that stay in sight, figures of one width. */
export const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'separate',
    borderSpacing: '0',
    textStyle: 'ui',
    fontVariantNumeric: 'tabular-nums',
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
  // The first one: `:first-child` is refused by the style library, which cannot promise it on a server.
  '&:not(* + *)': { ps: '4' },
  '&:last-child': { pe: '4' },
} as const;

export const Head = chakra('thead', {
  base: {
    position: 'sticky',
    // Below the menu of the page, which stays as well.
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
    '&:not(* + *)': { ps: '4', borderTopStartRadius: 'card' },
    '&:last-child': { pe: '4', borderTopEndRadius: 'card' },
  },
});

/**
 * Rows and their cells are dressed from here, so that they can be plain elements: a styled part for every cell costs a
 * long table more than its content does.
 */
const rows = {
  '& > tr > *': { ...cell, height: '12', py: '1.5' },
  // The one cell that may break anywhere: a name without a space must not push the numbers out of sight.
  '& > tr > th': { fontWeight: 'medium', overflowWrap: 'anywhere', minWidth: '32' },
  '& > tr:not(:last-child) > *': { borderBottomWidth: '1px', borderColor: 'border' },
  '& > tr[data-row]': { transition: 'background-color 120ms ease-out', _hover: { bg: 'bg.hover' } },
  // Buttons that rest until the row is pointed at or has the focus. A finger points at nothing, so there they stay.
  '@media (hover: hover) and (pointer: fine)': {
    '& [data-row-actions]': { opacity: 0, transition: 'opacity 120ms ease-out' },
    '& > tr:hover [data-row-actions], & > tr:focus-within [data-row-actions]': { opacity: 1 },
  },
  '& > tr:last-child > :not(* + *)': { borderBottomStartRadius: 'card' },
  '& > tr:last-child > :last-child': { borderBottomEndRadius: 'card' },
} as const;

export const Body = chakra('tbody', { base: rows });
