import { useState } from 'react';
import type { AdminSection } from '~/client/features/admin/admin-section';
import AdminTab from '~/client/features/admin/admin-tab';
import { type AdminView, viewOf } from '~/client/features/admin/admin-view';

interface AdminAtProps {
  section: AdminSection;
  /** What the URL names besides the section. */
  start?: Partial<AdminView>;
  /** Receives each view that the URL would name. */
  onView?: (view: AdminView) => void;
}

/** The admin settings. They keep their view here instead of in the URL. */
export function AdminAt({ section, start, onView }: AdminAtProps) {
  const [view, setView] = useState({ ...viewOf(section), ...start });
  return (
    <AdminTab
      view={view}
      onView={(next) => {
        setView(next);
        onView?.(next);
      }}
    />
  );
}
