import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { atBase } from '~/client/lib/base-path';
import { trpc } from '~/client/lib/trpc';
import { Card, Section } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { TextLink } from '~/client/ui/page/text-link';
import { trackRecordWords as words } from '~/client/words/track-record';

const files = [
  { href: '/api/track-record/ledger.csv', name: 'ledgerFile' },
  { href: '/api/track-record/prices.json', name: 'pricesFile' },
  { href: '/api/track-record/timestamps.json', name: 'timestampsFile' },
  { href: '/track-record/verify.mjs', name: 'verifier' },
  { href: '/track-record/verify.html', name: 'verifierPage' },
  { href: '/track-record/audit-pack.zip', name: 'auditPack' },
] as const;

/** Links to the same check outside of this page, so that users need not trust the page that shows the figures. */
export function VerifierLinks() {
  const { data: user } = trpc.auth.user.useQuery();
  return (
    <Section title={words.checkYourself} description={words.checkNote}>
      <Card>
        <Stack gap="4">
          <HStack gap="3" flexWrap="wrap">
            {files.map(({ href, name }) => (
              <Button key={href} asChild>
                <a href={atBase(href)} download={name === 'auditPack' ? '' : words[name]}>
                  <Download size={16} strokeWidth={1.5} aria-hidden />
                  {words[name]}
                </a>
              </Button>
            ))}
            <Text as="span" color="fg.muted">
              <chakra.code fontFamily="mono" textStyle="caption">
                {words.command}
              </chakra.code>
            </Text>
          </HStack>
          {user && (
            <Text color="fg.muted">
              {words.forMembers}{' '}
              <TextLink href={atBase('/api/track-record/prices.json?series=whole')}>{words.wholeSeries}</TextLink>
            </Text>
          )}
          <Text color="fg.muted">
            {words.dailyHashes}{' '}
            <TextLink href={atBase('/.well-known/track-record-heads.txt')}>{words.hashFile}</TextLink> {words.or}{' '}
            <TextLink href={atBase('/track-record/feed.atom')}>{words.hashFeed}</TextLink>.
          </Text>
        </Stack>
      </Card>
    </Section>
  );
}
