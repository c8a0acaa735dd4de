import { defineConfig } from 'prisma/config';

// `prisma generate` requires the path of the schema engine but never runs it. Any existing binary avoids a download.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema.prisma', migrations: { path: 'prisma/migrations' } });
