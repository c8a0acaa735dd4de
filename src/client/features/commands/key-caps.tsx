import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import { commandsWords as words } from '~/client/words/commands';
import { keyCaps } from './shortcuts';

/** The keys of a shortcut, labeled as on a keyboard. */
export function KeyCaps({ press }: { press: string }) {
  const isSequence = press.includes(' ');
  return keyCaps(press).map((cap, index) => (
    <Fragment key={cap}>
      {isSequence && index > 0 && <Then>{words.nextKey}</Then>}
      <KeyCap>{cap}</KeyCap>
    </Fragment>
  ));
}

const Then = chakra('span', { base: { textStyle: 'caption', color: 'fg.subtle', alignSelf: 'center' } });

const KeyCap = chakra('kbd', {
  base: {
    minWidth: '6',
    px: '1.5',
    py: '0.5',
    textAlign: 'center',
    textStyle: 'caption',
    fontFamily: 'body',
    fontWeight: 'medium',
    color: 'fg.muted',
    borderWidth: '1px',
    borderColor: 'border.strong',
    borderRadius: 'tight',
  },
});
