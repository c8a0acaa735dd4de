import type { SystemStyleObject } from '@chakra-ui/react';
import { notFirst } from '~/client/ui/child-selectors';

/**
 * The typography of answers. Code is highlighted by weight and one accent, because green and red mean gains and losses
 * here.
 */
export const prose: SystemStyleObject = {
  textStyle: 'body',
  overflowWrap: 'anywhere',
  // The margins of blocks don't extend beyond a finished group, so the first block of a later group has one, too.
  [`& > * > * > ${notFirst}, & > * > ${notFirst}, & > ${notFirst} > *`]: { mt: '4' },
  // 68 to 72 characters per line. Tables and code use the full width.
  '& :is(p, blockquote, h1, h2, h3, h4, h5, h6), & :is(ul, ol):not(:has(pre, table))': { maxWidth: '35.25rem' },
  '& h1, & h2, & h3, & h4, & h5, & h6': { textStyle: 'heading', textWrap: 'balance' },
  '& h1': { fontSize: '1.25rem', letterSpacing: '-0.014em' },
  '& h2': { fontSize: '1.125rem' },
  [`& > * > ${notFirst} > :is(h1, h2), & > ${notFirst} > * > :is(h1, h2)`]: { mt: '7' },
  [`& > * > ${notFirst} > h3, & > ${notFirst} > * > h3`]: { mt: '5' },
  '& ul, & ol': { ps: '6' },
  '& ul': { listStyleType: 'disc' },
  '& ol': { listStyleType: 'decimal' },
  '& li::marker': { color: 'fg.subtle', fontVariantNumeric: 'tabular-nums' },
  '& li + li': { mt: '1.5' },
  '& li > ul, & li > ol': { mt: '1.5' },
  '& li > p + p': { mt: '2' },
  // The checkbox replaces the bullet.
  '& .task-list-item': { listStyleType: 'none' },
  '& .task-list-item input': { ms: '-5', me: '2', accentColor: 'accent' },
  '& blockquote': {
    ps: '4',
    borderInlineStartWidth: '2px',
    borderInlineStartColor: 'border.strong',
    color: 'fg.muted',
  },
  [`& blockquote > ${notFirst}`]: { mt: '3' },
  '& strong': { fontWeight: 'semibold' },
  '& em': { fontStyle: 'italic' },
  '& del': { color: 'fg.subtle' },
  [`& [data-footnotes] > ${notFirst}`]: { mt: '2' },
  '& hr': { borderColor: 'border', my: '6' },
  '& a[href]': {
    color: 'accent',
    textDecoration: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '3px',
    textDecorationColor: 'accent.subtle',
    _hover: { textDecorationColor: 'accent' },
  },
  '& :not(pre) > code': {
    fontFamily: 'mono',
    fontSize: '0.875em',
    px: '1',
    py: '0.5',
    bg: 'bg.hover',
    borderRadius: 'tight',
  },
  // The streaming cursor, at the end of the last paragraph or of the last item in the last list. Set on the last block
  // only, because an attribute on a long answer would restyle all of it when removed.
  [`& > * > [data-running] > :is(p, h1, h2, h3, h4, h5, h6):last-child::after,
    & > * > [data-running] > :is(ul, ol, blockquote):last-child :is(li, p):last-child:not(:has(li, p), li:not(:last-child) *)::after`]:
    {
      content: '""',
      display: 'inline-block',
      width: '0.125rem',
      height: '1em',
      ms: '0.5',
      verticalAlign: 'text-bottom',
      borderRadius: 'full',
      bg: 'accent',
      animation: 'pulse 1.6s ease-in-out infinite',
      '@media print, (prefers-reduced-motion: reduce)': { display: 'none' },
    },
  // As wide as its content: on a phone, a table scrolls instead of shrinking.
  '& table': { borderCollapse: 'collapse', textStyle: 'ui', width: 'max', minWidth: 'full' },
  '& th, & td': {
    px: '3',
    py: '2',
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'normal',
    maxWidth: '20rem',
  },
  '& td[style*="right"]': { fontVariantNumeric: 'tabular-nums' },
  '& th': { fontWeight: 'medium', color: 'fg.muted', whiteSpace: 'nowrap', bg: 'bg.hover' },
  '& tr + tr td, & tbody tr:first-of-type td': { borderTopWidth: '1px', borderColor: 'border' },
  // Finished groups of blocks and parts of very long blocks: outside the viewport they need no layout, but can still be
  // searched and read by screen readers.
  // Without scroll anchoring, the text being read would move when a group gets its height.
  '@supports (overflow-anchor: auto)': {
    '& [data-part], & [data-long] tbody': { contentVisibility: 'auto', containIntrinsicSize: 'auto 40rem' },
    '& > [data-group]': { contentVisibility: 'auto', containIntrinsicSize: 'auto 120rem' },
  },
  // content-visibility clips overflow such as focus outlines, so the group is slightly wider.
  '& > [data-group]': { mx: '-1', px: '1' },
  '& [data-part] + [data-part]': { mt: '0' },
  // The numbers are outside of the items but must be inside of the part, which clips.
  '& [data-part="list"]': { ms: '-6', ps: '6' },
  [`& [data-part="list"] + [data-part="list"], & [data-part="list"] > ${notFirst}`]: { mt: '1.5' },
  '& [data-part="code"]': { display: 'block', width: 'max', minWidth: 'full' },
  '& table[data-long]': { width: 'max(100%, var(--columns-width))' },
  '& table[data-long], & [data-long] thead, & [data-long] tbody': { display: 'block' },
  '& [data-long] tr': { display: 'grid', gridTemplateColumns: 'var(--columns)' },
  '& [data-long] :is(th, td)': { maxWidth: 'none', overflowWrap: 'anywhere' },
  '& [data-long] tbody + tbody tr:first-of-type td': { borderTopWidth: '1px', borderColor: 'border' },
  '& .katex': { fontSize: '1.1em', overflowWrap: 'normal' },
  // A wide formula scrolls instead of shrinking.
  '& .katex-display': { margin: '0', py: '1', overflowX: 'auto', overflowY: 'hidden' },
  '& .hljs-comment, & .hljs-quote, & .hljs-meta': { color: 'fg.subtle', fontStyle: 'italic' },
  '& .hljs-keyword, & .hljs-selector-tag, & .hljs-literal, & .hljs-name, & .hljs-tag': { color: 'accent' },
  '& .hljs-string, & .hljs-regexp, & .hljs-addition, & .hljs-template-tag': { color: 'accent.end' },
  '& .hljs-number, & .hljs-symbol, & .hljs-bullet, & .hljs-variable': { color: 'accent.start' },
  '& .hljs-title, & .hljs-section, & .hljs-type, & .hljs-built_in': { fontWeight: 'semibold' },
  '& .hljs-attr, & .hljs-attribute, & .hljs-params, & .hljs-property, & .hljs-deletion': { color: 'fg.muted' },
};
