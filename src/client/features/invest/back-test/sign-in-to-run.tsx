import { Stack, Text } from '@chakra-ui/react';
import { basePath } from '~/client/lib/base-path';
import { Card } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { PageLink } from '~/client/ui/page/page-link';
import { backTestWords as words } from '~/client/words/back-test';

/** Running a back-test uses server resources, so it requires an account. */
export function SignInToRun() {
  const here = location.pathname.slice(basePath().length) + location.search;
  return (
    <Card>
      <Stack direction={{ base: 'column', md: 'row' }} justify="space-between" align={{ md: 'center' }} gap="4">
        <Stack gap="1">
          <Text fontWeight="medium">{words.signIn}</Text>
          <Text color="fg.muted" maxWidth="prose">
            {words.hypotheticalNote}
          </Text>
        </Stack>
        <Button asChild>
          <PageLink href={`/auth?redirect=${encodeURIComponent(here)}`}>{words.signInButton}</PageLink>
        </Button>
      </Stack>
    </Card>
  );
}
