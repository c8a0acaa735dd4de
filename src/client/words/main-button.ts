import { section } from '~/client/lib/words';
import { brand } from '~/shared/brand';

export const mainButtonWords = section('mainButton', {
  loading: 'Loading...',
  start: 'Get Started - first month on us!',
  open: `Open ${brand.chat}`,
});
