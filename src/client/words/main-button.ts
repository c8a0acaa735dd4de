import { brand } from '~/shared/brand';
import { section } from '../lib/words';

export const mainButtonWords = section('mainButton', {
  loading: 'Loading...',
  start: 'Get Started - first month on us!',
  open: `Open ${brand.chat}`,
});
