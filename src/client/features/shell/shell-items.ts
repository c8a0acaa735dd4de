import { ChartLine, Library, type LucideIcon, MessageSquare, Settings, ShieldCheck } from 'lucide-react';
import { shellWords as words } from '~/client/words/shell';
import { brand } from '~/shared/brand';

export interface ShellItem {
  path: string;
  name: string;
  Icon: LucideIcon;
  /** Further pages of the same section. */
  section?: readonly string[];
}

/** The sections of the application. Only administrators get the overview of all collections. */
export const shellItems = (isAdmin: boolean): ShellItem[] => [
  { path: '/qchat', name: words.chat, Icon: MessageSquare },
  { path: '/qinvest', name: brand.invest, Icon: ChartLine, section: ['/qinvest/back-test', '/qinvest/position'] },
  {
    path: isAdmin ? '/knowledge' : '/collections',
    name: words.knowledge,
    Icon: Library,
    section: ['/collections'],
  },
  { path: '/track-record', name: words.trackRecord, Icon: ShieldCheck },
  { path: '/settings', name: words.settings, Icon: Settings },
];

/** Whether the page belongs to the section of this item. */
export const isCurrent = ({ path, section }: ShellItem, pathname: string): boolean =>
  path === pathname || section?.includes(pathname) === true;
