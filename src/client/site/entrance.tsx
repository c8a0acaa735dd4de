import { chakra } from '@chakra-ui/react';
import { Button } from '../ui/button';
import { PageLink } from '../ui/page-link';
import { investorWords } from '../words/investors';
import { mainButtonWords as words } from '../words/main-button';
import { Island } from './island';

/** Where scripts do not run, or did not arrive, what needs them makes room for what does not. */
const makeRoom = '[data-scripted]{display:none!important}';

/** The main button; a plain link to the sign-in screen without scripts. */
export function Entrance() {
  return (
    <>
      <chakra.div data-scripted width={{ base: 'full', sm: 'auto' }}>
        <Island name="main" props={{}} />
      </chakra.div>
      <noscript>
        <style>{makeRoom}</style>
        <Button asChild variant="primary" size="lg">
          <PageLink href="/auth">{words.start}</PageLink>
        </Button>
      </noscript>
    </>
  );
}

/** The form of the waitlist; without scripts a word about why there is none. */
export function JoinWaitlist() {
  return (
    <>
      <div data-scripted>
        <Island name="waitlist" props={{}} />
      </div>
      <noscript>
        <style>{makeRoom}</style>
        <p>{investorWords.needsScript}</p>
      </noscript>
    </>
  );
}
