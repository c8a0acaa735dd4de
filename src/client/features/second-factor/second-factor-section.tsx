import { Text } from '@chakra-ui/react';
import { useState } from 'react';
import { formatMoment } from '~/client/lib/format';
import { type RouterOutputs, trpc } from '~/client/lib/trpc';
import { AccessList, AccessRow } from '~/client/ui/content/access-row';
import { Section } from '~/client/ui/content/card';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { secondFactorWords as words } from '~/client/words/second-factor';
import { PasskeysPart } from './passkeys-part';
import { RecoveryCodes } from './recovery-codes';
import { RenewCodes } from './renew-codes';
import { SetUpApp } from './set-up-app';
import { TurnOff } from './turn-off';

type Status = RouterOutputs['secondFactor']['status'];

/** Default export for `lazy`. */
export default function SecondFactorSection() {
  const status = trpc.secondFactor.status.useQuery(undefined, { refetchOnMount: 'always' });
  const hasPassword = trpc.identities.list.useQuery().data?.hasPassword !== false;
  return (
    <Section title={words.heading} description={hasPassword ? words.note : words.noteOfProvider}>
      {status.data ? (
        <SecondFactor status={status.data} />
      ) : status.isPending ? (
        <Skeleton height="16" />
      ) : (
        <QueryError title={words.failedToLoad} query={status} />
      )}
    </Section>
  );
}

function SecondFactor({ status: { isOn, since, recoveryCodesLeft, isRequired } }: { status: Status }) {
  const [doing, setDoing] = useState<'set-up' | 'renew' | 'turn-off'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [hasPasskeyCodes, setHasPasskeyCodes] = useState(false);
  // Recovery codes are shown only once. A new setup would remove them, new codes would replace them.
  const mayReplaceCodes = !codes && !hasPasskeyCodes;
  const stop = () => setDoing(undefined);
  if (doing === 'set-up') return <SetUpApp page="/settings?tab=password" onDone={stop} onCancel={stop} />;
  return (
    <>
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      <AccessList>
        <AccessRow
          title={words.app}
          facts={[since ? words.since(formatMoment(since)) : words.notSetUp]}
          action={
            since ? (
              <Button size="sm" onClick={() => setDoing('turn-off')}>
                {words.turnOff}
              </Button>
            ) : (
              mayReplaceCodes && (
                <Button size="sm" aria-label={words.setUpApp} onClick={() => setDoing('set-up')}>
                  {words.setUp}
                </Button>
              )
            )
          }
        />
        {isOn && (
          <AccessRow
            title={words.recoveryCodes}
            facts={[words.codesLeft(recoveryCodesLeft), recoveryCodesLeft <= fewCodes && words.fewLeft]}
            action={
              mayReplaceCodes && (
                <Button size="sm" onClick={() => setDoing('renew')}>
                  {words.renew}
                </Button>
              )
            }
          />
        )}
      </AccessList>
      {isRequired && (
        <Text textStyle="caption" color="fg.muted">
          {words.required}
        </Text>
      )}
      <PasskeysPart onCodes={setHasPasskeyCodes} />
      {doing === 'renew' && <RenewCodes onCodes={setCodes} onClose={stop} />}
      {doing === 'turn-off' && <TurnOff isRequired={isRequired} onClose={stop} />}
    </>
  );
}

/** With this number or fewer left, the section suggests creating new ones. */
const fewCodes = 3;
