import { useState } from 'react';
import { type AdminPlace, placeOf } from '~/client/features/admin/admin-place';
import type { AdminSection } from '~/client/features/admin/admin-section';
import AdminTab from '~/client/features/admin/admin-tab';

interface AdminAtProps {
  section: AdminSection;
  /** What the URL names besides the section. */
  start?: Partial<AdminPlace>;
  /** Receives each place that the URL would name. */
  onPlace?: (place: AdminPlace) => void;
}

/** The admin settings. They keep their place here instead of in the URL. */
export function AdminAt({ section, start, onPlace }: AdminAtProps) {
  const [place, setPlace] = useState({ ...placeOf(section), ...start });
  return (
    <AdminTab
      place={place}
      onPlace={(next) => {
        setPlace(next);
        onPlace?.(next);
      }}
    />
  );
}
