import type { Database } from '~/server/db/client';

/** The model of the settings has a row once something is stored about it. */
export async function addRowOfSettings(db: Database, { id, name }: { id: string; name: string }): Promise<void> {
  await db.sql`
    INSERT INTO offered_models (id, name, display_name) VALUES (${id}, ${name}, ${name}) ON CONFLICT (id) DO NOTHING`;
}
