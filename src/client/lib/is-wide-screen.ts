import { limits } from '~/shared/limits';

/** Whether menus float beside what opened them, rather than being sheets. */
export const isWideScreen = () => matchMedia(`(min-width: ${limits.wideScreenPixels}px)`).matches;
