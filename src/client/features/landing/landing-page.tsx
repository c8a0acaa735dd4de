import { chakra, Grid, HStack, Stack, Text } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { brand } from '~/shared/brand';
import { trpc } from '../../lib/trpc';
import { Button } from '../../ui/button';

const offerings = [
  { name: brand.invest, text: 'Agents analyse markets and produce investment ideas you can follow as positions.' },
  {
    name: brand.chat,
    text: 'An assistant for macroeconomic and business questions, with live search and its sources.',
  },
  { name: brand.review, text: 'Ask up to 20,000 potential customers whether they would buy before you build.' },
  { name: brand.strategy, text: 'Consultants and AI agents, working from your own data.' },
  { name: brand.brain, text: 'Your documents as a memory that can be questioned.', note: 'Coming soon' },
];

export function LandingPage() {
  return (
    <chakra.main maxWidth="page" mx="auto" px={{ base: '4', md: '6' }} pt={{ base: '14', md: '24' }} pb="20">
      <Stack gap="6" maxWidth="44rem">
        <Text as="h1" textStyle="display">
          Ask the question behind the decision.
        </Text>
        <Text textStyle="body" fontSize={{ md: '1.125rem' }} color="fg.muted" maxWidth="36rem" textWrap="pretty">
          {brand.chat} answers founders, executives, boards and investors from live web search and your own documents,
          and shows its sources.
        </Text>
        <MainButton />
      </Stack>
      <chakra.section aria-labelledby="offerings" mt={{ base: '16', md: '24' }}>
        <Text as="h2" id="offerings" srOnly>
          What {brand.company} offers
        </Text>
        <Grid as="ul" listStyle="none" templateColumns={{ base: '1fr', md: 'repeat(6, 1fr)' }} gap="3">
          {offerings.map((offering, index) => (
            <Stack
              as="li"
              key={offering.name}
              gap="2"
              gridColumn={{ md: index < 2 ? 'span 3' : 'span 2' }}
              p="5"
              bg="bg.raised"
              borderWidth="1px"
              borderRadius="card"
            >
              <HStack justify="space-between">
                <Text as="h3" textStyle="heading">
                  {offering.name}
                </Text>
                {offering.note && (
                  <Text textStyle="caption" color="fg.subtle">
                    {offering.note}
                  </Text>
                )}
              </HStack>
              <Text color="fg.muted">{offering.text}</Text>
            </Stack>
          ))}
        </Grid>
      </chakra.section>
    </chakra.main>
  );
}

function MainButton() {
  const session = trpc.auth.user.useQuery();
  const navigate = useNavigate();
  return (
    <Button
      variant="primary"
      size="lg"
      alignSelf="flex-start"
      disabled={session.isPending}
      onClick={() => void navigate({ to: session.data ? '/qchat' : '/auth' })}
    >
      {session.isPending ? (
        'Loading...'
      ) : (
        <>
          {session.data ? `Open ${brand.chat}` : 'Get Started'}
          <ArrowRight size={18} strokeWidth={1.75} aria-hidden />
        </>
      )}
    </Button>
  );
}
