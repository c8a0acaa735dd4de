import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { Services } from './services';

it('shows what is wrong with a service that fails, and what to do', () => {
  renderInApp(
    <Services
      parts={[
        { part: 'email', state: 'failing', detail: 'Mail server: connection refused', fix: 'Check SMTP_URL.' },
        { part: 'redis', state: 'off', detail: 'REDIS_URL is not set' },
      ]}
    />,
  );
  expect(screen.getByText('Mail server: connection refused')).toBeDefined();
  expect(screen.getByText('Check SMTP_URL.')).toBeDefined();
  expect(screen.getByText('REDIS_URL is not set')).toBeDefined();
});
