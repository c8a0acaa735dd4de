import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { PageLink } from '~/client/ui/page/page-link';
import { TextLink } from '~/client/ui/page/text-link';
import { landingWords as words } from '~/client/words/landing';

/** Without a published run, only the method is linked. */
export function NoRunClaim() {
  return (
    <Evidence>
      <Text color="fg.muted">{words.noRun}</Text>
      <TextLink asChild alignSelf="flex-start">
        <PageLink href="/qinvest/back-test">{words.claimLink}</PageLink>
      </TextLink>
    </Evidence>
  );
}

interface ChosenClaimProps {
  figure: string;
  /** 'gain' or 'loss' */
  tone: string;
  period: string;
  path: string;
}

/** The figure of the published run, positive or negative, with a link to its details. */
export function ChosenClaim({ figure, tone, period, path }: ChosenClaimProps) {
  return (
    <Evidence>
      <Flex align="baseline" columnGap="3" rowGap="1" wrap="wrap" data-numeric="">
        <Text color="fg.muted">{words.run}</Text>
        <RunFigure data-tone={tone}>{figure}</RunFigure>
        <Text color="fg.muted">{period}</Text>
      </Flex>
      <TextLink asChild alignSelf="flex-start">
        <PageLink href={path}>{words.runLink}</PageLink>
      </TextLink>
    </Evidence>
  );
}

const Evidence = chakra(Stack, {
  base: { gap: '2', mt: 'auto', pt: '5', borderTopWidth: '1px', borderColor: 'border' },
});

const RunFigure = chakra('span', {
  base: { textStyle: 'title', color: 'gain', '&[data-tone=loss]': { color: 'loss' } },
});
