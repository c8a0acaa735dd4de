/** The only place where test tools read the environment. Product settings are read only in env.ts. */

/** Search path of system programs. */
export const searchPath = (): string => process.env.PATH ?? '';

/** The PostgreSQL server of this test run; empty for the embedded database. */
export const testDatabaseUrl = (): string => process.env.TEST_DATABASE_URL ?? '';

/** Source code for programs in their own process: replaces their environment. */
export const replaceEnvironment = `(environment) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
}`;

/** As in `npm run build`: with Vitest's NODE_ENV the pages would be built for development. */
export function buildEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...environment } = process.env;
  return environment;
}
