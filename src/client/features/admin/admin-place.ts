import { idOf, textOf } from '~/client/lib/search-params';
import { limits } from '~/shared/limits';
import { type AuditKind, auditKinds } from '~/shared/schemas/audit';
import { type AdminSection, adminSection } from './admin-section';

/** What the admin settings show. Kept in the URL for reloads, links and the back button. */
export interface AdminPlace {
  section: AdminSection;
  /** The text that users, groups or the audit log are searched for. */
  search: string;
  /** The open group. */
  group: string | undefined;
  /** The kind of events that the audit log is limited to. */
  kind: AuditKind | undefined;
}

/** Shows another place. `replace`: without an entry in the browser's history, as while typing. */
export type OnAdminPlace = (place: AdminPlace, options?: { replace: boolean }) => void;

export const placeOf = (section: AdminSection): AdminPlace => ({
  section,
  search: '',
  group: undefined,
  kind: undefined,
});

/** The place as search parameters. What it shares with the start of the admin settings is left out. */
export const adminParams = ({ section, search, group, kind }: AdminPlace) => ({
  section: section === 'users' ? undefined : section,
  search: search || undefined,
  group,
  kind,
});

/** The place that unchecked search parameters name. */
export const adminPlace = (params: Record<keyof AdminPlace, unknown>): AdminPlace => ({
  section: adminSection(params.section) ?? 'users',
  search: textOf(params.search)?.trim().slice(0, limits.searchCharacters) ?? '',
  group: idOf(params.group),
  kind: auditKinds.find((kind) => kind === params.kind),
});
