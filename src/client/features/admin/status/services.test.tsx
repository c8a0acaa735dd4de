import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { Services } from './services';

it('shows what is wrong with a service that fails, and what to do', () => {
  renderInApp(
    <Services
      parts={[
        { part: 'email', state: 'failing', detail: 'Mail server: connection refused', fix: 'Check SMTP_URL.' },
        { part: 'signIn', state: 'failing', detail: 'Okta: no response within 3 s', fix: 'Check OIDC_ISSUER.' },
        { part: 'search', state: 'unchecked', detail: 'brave: not used since the start of this process' },
        { part: 'redis', state: 'off', detail: 'REDIS_URL is not set' },
      ]}
    />,
  );
  expect(screen.getByText('Mail server: connection refused')).toBeDefined();
  expect(screen.getByText('Check SMTP_URL.')).toBeDefined();
  for (const shown of [
    'Sign-in providers',
    'Okta: no response within 3 s',
    'Check OIDC_ISSUER.',
    'Web search',
    'Not checked',
  ])
    expect(screen.getByText(shown)).toBeDefined();
  expect(screen.getByText('REDIS_URL is not set')).toBeDefined();
});
