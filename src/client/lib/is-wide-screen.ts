import { interfaceLimits } from '~/shared/interface-limits';

/** Whether menus float beside their openers instead of opening as sheets. */
export const isWideScreen = () => matchMedia(`(min-width: ${interfaceLimits.wideScreenPixels}px)`).matches;
