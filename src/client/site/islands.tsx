import type { ComponentProps } from 'react';
import { WaitlistForm } from '../features/investors/waitlist-form';
import { MissingPath } from '../features/shell/missing-path';
import { MainButton } from './main-button';
import { SiteBar } from './site-bar';

/** Everything of the public pages that lives. */
export const islands = { bar: SiteBar, main: MainButton, waitlist: WaitlistForm, path: MissingPath };

export type IslandName = keyof typeof islands;
export type IslandProps<Name extends IslandName> = ComponentProps<(typeof islands)[Name]>;
