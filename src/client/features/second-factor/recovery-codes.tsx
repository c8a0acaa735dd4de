import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useLeaveWarning } from '~/client/hooks/use-leave-warning';
import { saveText } from '~/client/lib/save-text';
import { trpc } from '~/client/lib/trpc';
import { Card } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { secondFactorWords as words } from '~/client/words/second-factor';
import { brand } from '~/shared/brand';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The only time that recovery codes are shown. Another page or tab of Settings opens only after a confirmation. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const isSaved = useRef(false);
  const wouldLose = () => !isSaved.current;
  useLeaveWarning(true, wouldLose);
  const leaving = useBlocker({ shouldBlockFn: wouldLose, enableBeforeUnload: false, withResolver: true });
  function done() {
    // The caller may open another page.
    isSaved.current = true;
    onDone();
  }
  return (
    <>
      <Card role="status">
        <Stack gap="4">
          <Stack gap="1">
            <Text fontWeight="medium">{words.codesHeading}</Text>
            <Text color="fg.muted">{words.codesNote}</Text>
          </Stack>
          <Codes aria-label={words.recoveryCodes}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </Codes>
          <Flex gap="2" wrap="wrap" align="center">
            <Button size="sm" variant="primary" onClick={done}>
              {words.codesSaved}
            </Button>
            <DownloadCodes codes={codes} />
            <CopyButton text={() => codes.join('\n')} label={words.copyCodes} />
          </Flex>
        </Stack>
      </Card>
      <ConfirmDialog
        isOpen={leaving.status === 'blocked'}
        title={words.leaveTitle}
        body={words.leaveBody}
        confirmLabel={words.leave}
        cancelLabel={words.stay}
        onConfirm={() => leaving.proceed?.()}
        onClose={() => leaving.reset?.()}
      />
    </>
  );
}

function DownloadCodes({ codes }: Pick<RecoveryCodesProps, 'codes'>) {
  const email = trpc.auth.user.useQuery().data?.email ?? '';
  const save = () =>
    saveText({
      fileName: `${brand.company.toLowerCase()}-recovery-codes.txt`,
      mediaType: 'text/plain',
      text: words.codesFile(brand.company, email, codes),
    });
  return (
    <Button size="sm" onClick={save}>
      {words.downloadCodes}
    </Button>
  );
}

const Codes = chakra('ul', {
  base: {
    listStyleType: 'none',
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(12.5rem, 100%), 1fr))',
    columnGap: '4',
    rowGap: '1',
    fontFamily: 'mono',
    textStyle: 'ui',
    userSelect: 'text',
  },
});
