import { limits } from '~/shared/limits';

/** Whether menus float beside their openers instead of opening as sheets. */
export const isWideScreen = () => matchMedia(`(min-width: ${limits.wideScreenPixels}px)`).matches;
