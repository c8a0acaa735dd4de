import { chakra } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import { signUpPage } from '~/client/lib/sign-up-page';
import { Button } from '~/client/ui/form/button';
import { PageLink } from '~/client/ui/page/page-link';
import { investorWords } from '~/client/words/investors';
import { mainButtonWords as words } from '~/client/words/main-button';
import { Island } from './island';
import { mainButtonLabels } from './main-button';

/** Hides elements that need scripts, so that their <noscript> alternatives take their place. */
const hideScripted = '[data-scripted]{display:none!important}';

/** The main button, or a plain link to the sign-up form without scripts. */
export function CallToAction() {
  return (
    <>
      <chakra.div data-scripted width={{ base: 'full', sm: 'auto' }}>
        <Button
          data-main-button
          disabled
          variant="signature"
          size="lg"
          // Has the same width for each label, so that nothing beside it moves.
          width={{ base: 'full', sm: '20rem' }}
        >
          <Label data-label={mainButtonLabels.loading}>{words.loading}</Label>
          <Label data-label={mainButtonLabels.start} hidden>
            {words.start}
            <ArrowRight size={18} strokeWidth={1.75} aria-hidden />
          </Label>
          <Label data-label={mainButtonLabels.open} hidden>
            {words.open}
            <ArrowRight size={18} strokeWidth={1.75} aria-hidden />
          </Label>
        </Button>
      </chakra.div>
      <noscript>
        <style>{hideScripted}</style>
        <Button asChild variant="signature" size="lg">
          <PageLink href={signUpPage}>{words.start}</PageLink>
        </Button>
      </noscript>
    </>
  );
}

/** The waitlist form, or a note that it needs scripts. */
export function JoinWaitlist() {
  return (
    <>
      <div data-scripted>
        <Island name="waitlist" props={{}} />
      </div>
      <noscript>
        <style>{hideScripted}</style>
        <p>{investorWords.needsScript}</p>
      </noscript>
    </>
  );
}

const Label = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '2', '&[hidden]': { display: 'none' } },
});
