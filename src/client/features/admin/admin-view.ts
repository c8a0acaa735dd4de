import { idOf, textOf } from '~/client/lib/search-params';
import { limits } from '~/shared/limits';
import { type AuditKind, auditKinds } from '~/shared/schemas/audit';
import { type AdminSection, adminSection } from './admin-section';

/** What the admin settings show. Kept in the URL for reloads, links and the back button. */
export interface AdminView {
  section: AdminSection;
  /** The text that users, groups or the audit log are searched for. */
  search: string;
  /** The open group. */
  group: string | undefined;
  /** The kind of events that the audit log is limited to. */
  kind: AuditKind | undefined;
}

/** Opens another view. `replace`: without an entry in the browser's history, as while typing. */
export type OnAdminView = (view: AdminView, options?: { replace: boolean }) => void;

/** A section as it is opened from its tab. */
export const viewOf = (section: AdminSection): AdminView => ({
  section,
  search: '',
  group: undefined,
  kind: undefined,
});

/** The search parameters of a view. Those of the default view are left out. */
export const adminViewParams = ({ section, search, group, kind }: AdminView) => ({
  section: section === 'users' ? undefined : section,
  search: search || undefined,
  group,
  kind,
});

/** Parses a view from unvalidated search parameters. */
export function adminView(params: Record<keyof AdminView, unknown>): AdminView {
  const section = adminSection(params.section) ?? 'users';
  // As much as the section's search field accepts.
  const maxLength = section === 'audit' ? limits.emailCharacters : limits.searchCharacters;
  return {
    section,
    search: textOf(params.search)?.slice(0, maxLength).trim() ?? '',
    group: idOf(params.group),
    kind: auditKinds.find((kind) => kind === params.kind),
  };
}
