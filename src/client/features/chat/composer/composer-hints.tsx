import { chakra, Flex } from '@chakra-ui/react';
import { Globe } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { composerWords as words } from '~/client/words/composer';
import { interfaceLimits } from '~/shared/interface-limits';
import { useChosenModel } from '../models/use-chosen-model';

const max = interfaceLimits.messageCharacters;
const ComposerNotices = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.ComposerNotices })));
const TooLongNotice = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.TooLongNotice })));

interface ComposerHintsProps {
  id: string;
  length: number;
  onAttachText: () => Promise<void>;
}

/** Hints on the text box, on what the model can access and on the length limit. */
export function ComposerHints({ id, length, onAttachText }: ComposerHintsProps) {
  const { data: config } = trpc.auth.config.useQuery();
  const { chosen, choice } = useChosenModel();
  const canSearch = chosen ? chosen.abilities.webSearch === true : config?.model.canSearchWeb === true;
  const isLive = canSearch && (choice.sources ?? 'web') === 'web';
  const surplus = length - max;
  return (
    <Flex id={id} justify="space-between" align="start" gap="4" px="1" pt="2" textStyle="caption" color="fg.subtle">
      <Flex wrap="wrap" columnGap="4" rowGap="0.5" minWidth="0">
        {surplus > 0 ? (
          <Suspense>
            <TooLongNotice surplus={surplus} onAttachText={onAttachText} />
          </Suspense>
        ) : (
          <chakra.span css={{ '@media (pointer: coarse)': { display: 'none' } }}>{words.keys}</chakra.span>
        )}
        {config && isLive && <LiveSearchActive />}
        {config && (
          <Suspense>
            <ComposerNotices
              isLive={isLive}
              sources={choice.sources}
              canSearch={canSearch}
              isConnected={config.model.isConnected}
              canCallTools={chosen?.abilities.tools !== false}
            />
          </Suspense>
        )}
      </Flex>
      <chakra.span
        data-numeric
        color={surplus > 0 ? 'danger' : undefined}
        fontWeight={surplus > 0 ? 'medium' : undefined}
      >
        {length}/{max}
      </chakra.span>
    </Flex>
  );
}

function LiveSearchActive() {
  return (
    <Flex as="span" align="center" gap="1.5">
      <chakra.span color="accent" display="inline-flex">
        <Globe size={12} strokeWidth={1.5} aria-hidden />
      </chakra.span>
      {words.liveSearchActive}
    </Flex>
  );
}
