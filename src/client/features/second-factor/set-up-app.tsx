import { useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { RecoveryCodes } from './recovery-codes';
import { ScanCode } from './scan-code';
import { StartSetup } from './start-setup';

interface SetUpAppProps {
  /** The page to return to after a confirmation at the provider. */
  page: string;
  onDone: () => void;
  /** Called when the recovery codes are shown; leaving before they are saved would lose them. */
  onCodes?: (() => void) | undefined;
  /** Absent if the setup is required. */
  onCancel?: (() => void) | undefined;
}

/** Asks for the password, then shows the QR code and asks for a first code, then shows the recovery codes. */
export function SetUpApp({ page, onDone, onCodes, onCancel }: SetUpAppProps) {
  const utils = trpc.useUtils();
  const [key, setKey] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  function confirmed(created: readonly string[]) {
    if (created.length === 0) return finish();
    setCodes(created);
    onCodes?.();
  }
  function finish() {
    void utils.secondFactor.status.invalidate();
    void utils.sessions.list.invalidate();
    void utils.identities.list.invalidate();
    onDone();
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={finish} />;
  if (key) return <ScanCode {...key} onConfirmed={confirmed} onCancel={onCancel} />;
  return <StartSetup page={page} onStarted={setKey} onCancel={onCancel} />;
}
