import { defineConfig } from 'prisma/config';

// `prisma generate` never runs the schema engine, but insists on having its path. Pointing at any
// existing binary keeps the command working without a download.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema.prisma', migrations: { path: 'prisma/migrations' } });
