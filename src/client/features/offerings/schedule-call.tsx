import { chakra } from '@chakra-ui/react';
import { ArrowUpRight } from 'lucide-react';
import { Button } from '~/client/ui/form/button';
import { offeringWords as words } from '~/client/words/offerings';
import { sitePlaceholders } from '~/shared/site-placeholders';

/** Calls are scheduled at a URL from the operator's settings, which the server inserts. */
export function ScheduleCall() {
  return (
    <Button asChild variant="primary" size="lg" alignSelf="flex-start" width={{ base: 'full', sm: 'auto' }}>
      <a href={sitePlaceholders.schedulingUrl} target="_blank" rel="noopener noreferrer">
        {words.schedule}
        <ArrowUpRight size={18} strokeWidth={1.75} aria-hidden />
        <chakra.span srOnly> ({words.newTab})</chakra.span>
      </a>
    </Button>
  );
}
