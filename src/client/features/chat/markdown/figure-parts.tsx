import { chakra } from '@chakra-ui/react';
import { Lock } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { atBase } from '~/client/lib/base-path';
import { markdownWords as words } from '~/client/words/markdown';
import { AnswerFiguresContext } from './figure-marks';

/** A figure that could be from the portfolio but is unconfirmed. */
export function UnconfirmedFigure({ children }: { children: ReactNode }) {
  return (
    <chakra.span
      data-tooltip={words.unconfirmedFigure}
      css={{
        textDecoration: 'underline wavy',
        textDecorationColor: 'var(--chakra-colors-danger)',
        textDecorationThickness: '1px',
        textUnderlineOffset: '0.25em',
      }}
    >
      {children}
      <chakra.span srOnly data-spoken>
        {` (${words.unconfirmedFigure})`}
      </chakra.span>
    </chakra.span>
  );
}

/** Follows a figure that the server inserted: its source, with a link to its calculation. */
export function ConfirmedFigure({ index }: { index: number }) {
  const figure = use(AnswerFiguresContext)[index];
  if (!figure) return null;
  const label = words.confirmedFigure(figure.source);
  return (
    <chakra.a
      href={atBase(figure.positionId ? `/qinvest/position?id=${figure.positionId}#gain` : '/track-record')}
      target="_blank"
      aria-label={label}
      data-tooltip={label}
      display="inline-flex"
      verticalAlign="-0.05em"
      ml="0.5"
      position="relative"
      color="fg.subtle"
      _hover={{ color: 'accent' }}
      _after={{ content: '""', position: 'absolute', inset: '-0.75rem -0.5rem' }}
      rel="noopener"
    >
      <Lock size={11} strokeWidth={1.75} />
    </chakra.a>
  );
}
