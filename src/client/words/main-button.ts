import { brand } from '~/shared/brand';

export const mainButtonWords = {
  loading: 'Loading...',
  start: 'Get Started - first month on us!',
  open: `Open ${brand.chat}`,
} as const;
