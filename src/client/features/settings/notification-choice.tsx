import { useState } from 'react';
import { answerNotifications, chooseAnswerNotifications } from '~/client/lib/ready-notice';
import { Checkbox } from '~/client/ui/form/checkbox';
import { settingsWords as words } from '~/client/words/settings';

/** Renders nothing if the browser does not support notifications. */
export function NotificationChoice() {
  const [state, setState] = useState(answerNotifications);
  if (state === 'unsupported') return null;
  return (
    <Checkbox
      label={words.notifications}
      hint={state === 'blocked' ? words.notificationsBlocked : words.notificationsNote}
      checked={state === 'on'}
      disabled={state === 'blocked'}
      onChange={({ currentTarget }) => void chooseAnswerNotifications(currentTarget.checked).then(setState)}
    />
  );
}
