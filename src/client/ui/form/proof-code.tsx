import { type ComponentProps, useState } from 'react';
import { CodeField } from './code-field';

interface ProofCodeProps extends Omit<ComponentProps<typeof CodeField>, 'isRecovery' | 'onRecovery'> {
  /** Called when the user changes between the app's code and a recovery code. */
  onSwitch: () => void;
}

/** Asks for a code before the second factor changes. */
export function ProofCode({ hasApp = true, onSwitch, ...field }: ProofCodeProps) {
  const [isRecoveryChosen, setIsRecovery] = useState(false);
  return (
    <CodeField
      isRecovery={isRecoveryChosen || !hasApp}
      hasApp={hasApp}
      onRecovery={(next) => {
        setIsRecovery(next);
        onSwitch();
      }}
      {...field}
    />
  );
}
