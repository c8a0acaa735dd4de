import type { ComponentProps } from 'react';
import { WaitlistForm } from '~/client/features/investors/waitlist-form';
import { SiteBar } from './site-bar';

/** The components of public pages that React hydrates in the browser. */
export const islands = { bar: SiteBar, waitlist: WaitlistForm };

export type IslandName = keyof typeof islands;
export type IslandProps<Name extends IslandName> = ComponentProps<(typeof islands)[Name]>;
