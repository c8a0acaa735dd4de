import { chakra } from '@chakra-ui/react';
import { sitePlaceholders } from '~/shared/site-placeholders';

/** The page of a published back-test: the build renders its layout and styles, the server inserts the run. */
export function RunFrame() {
  return (
    <Frame id="content" tabIndex={-1}>
      {sitePlaceholders.run.content}
    </Frame>
  );
}

const note = { textStyle: 'caption', color: 'fg.subtle' };
const card = { borderWidth: '1px', borderColor: 'border', borderRadius: 'card', bg: 'bg.raised' };

const Frame = chakra('main', {
  base: {
    maxWidth: 'page',
    mx: 'auto',
    px: { base: '4', md: '6' },
    py: { base: '10', md: '16' },
    display: 'flex',
    flexDirection: 'column',
    gap: { base: '8', md: '10' },
    '& header': { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '4' },
    '& .badge': {
      ...note,
      px: '2',
      py: '0.5',
      borderWidth: '1px',
      borderColor: 'border.strong',
      borderRadius: 'full',
      color: 'fg.muted',
    },
    '& h1': { textStyle: 'display', maxWidth: '52rem', overflowWrap: 'anywhere' },
    '& .lead': { textStyle: 'body', color: 'fg.muted', maxWidth: 'prose' },
    '& h2': { textStyle: 'heading', mb: '3' },
    '& .row': { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '4', flexWrap: 'wrap' },
    '& .card': { ...card, p: { base: '4', md: '6' } },
    '& .gain': { color: 'gain' },
    '& .loss': { color: 'loss' },
    '& .small': note,
    '& a': { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px', borderRadius: 'tight' },

    '& .figures': {
      ...card,
      display: 'grid',
      gridTemplateColumns: { base: 'repeat(2, 1fr)', md: 'repeat(3, 1fr)', lg: 'repeat(6, 1fr)' },
      gap: '1px',
      bg: 'border',
      overflow: 'hidden',
      fontVariantNumeric: 'tabular-nums',
    },
    '& .figures > div': { bg: 'bg.raised', p: '4', minWidth: '0' },
    '& .figures dt': { textStyle: 'caption', color: 'fg.muted' },
    '& .figures b': { display: 'block', textStyle: 'heading' },
    '& .figures dd > span': { display: 'block', ...note, overflowWrap: 'anywhere' },

    '& .chart': { pr: '14', pb: '6' },
    '& .plot': { position: 'relative', height: { base: '48', md: '72' } },
    '& svg': { width: 'full', height: 'full', overflow: 'visible' },
    '& svg *': { fill: 'none', vectorEffect: 'non-scaling-stroke' },
    '& .grid': { stroke: 'border' },
    '& .portfolio': { stroke: 'accent', strokeWidth: '2' },
    '& .benchmark': { stroke: 'fg.subtle', strokeWidth: '1.5' },
    '& .x span, & .y span': { position: 'absolute', ...note, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
    '& .x span': { top: '100%', mt: '2', transform: 'translateX(-50%)' },
    '& .y span': { left: '100%', ml: '2', transform: 'translateY(-50%)' },
    '& .legend': { ...note, display: 'flex', gap: '4' },
    '& .key::before': {
      content: '""',
      display: 'inline-block',
      width: '4',
      height: '0.5',
      mr: '2',
      verticalAlign: 'middle',
      bg: 'fg.subtle',
    },
    '& .key.own::before': { bg: 'accent' },

    '& .two': { display: 'grid', gridTemplateColumns: { base: '1fr', md: '5fr 7fr' }, gap: { base: '8', md: '10' } },
    '& .facts > div': { py: '2.5', borderTopWidth: '1px', borderColor: 'border' },
    '& .facts dt': { textStyle: 'caption', color: 'fg.subtle' },
    '& .facts dd': { overflowWrap: 'anywhere' },
    '& .two ul': { listStyleType: 'disc', paddingInlineStart: '5', color: 'fg.muted', maxWidth: 'prose' },
    '& .two li': { py: '0.5' },

    '& .card p': { color: 'fg.muted', maxWidth: 'prose' },
    '& .files': { listStyleType: 'none', my: '5' },
    '& .files li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      columnGap: '3',
      py: '2.5',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    '& .files span': { color: 'fg.muted' },
    '& .files code': { ...note, fontFamily: 'mono', flexBasis: 'full', overflowWrap: 'anywhere' },
    '& pre': { p: '3', borderRadius: 'control', bg: 'bg.hover', overflowX: 'auto' },
    '& pre code': { fontFamily: 'mono', textStyle: 'caption' },

    '& summary': { textStyle: 'heading', py: '2', width: 'fit' },
    '& .table': { ...card, overflowX: 'auto', mt: '3' },
    '& table': { width: 'full', borderCollapse: 'collapse', whiteSpace: 'nowrap' },
    '& th, & td': { px: '4', py: '2.5', textAlign: 'start', borderBottomWidth: '1px', borderColor: 'border' },
    '& th': { textStyle: 'caption', fontWeight: 'medium', color: 'fg.muted' },
    '& tbody tr:last-child td': { borderBottomWidth: '0' },
    '& .end': { textAlign: 'end' },
  },
});
