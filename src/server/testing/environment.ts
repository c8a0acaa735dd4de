/** The one place where the tools of tests read the environment. Settings of the product are read in env.ts alone. */

/** Where programs of the system are looked for. */
export const searchPath = (): string => process.env.PATH ?? '';

/** The PostgreSQL server of this test run; empty on the embedded database. */
export const testDatabaseUrl = (): string => process.env.TEST_DATABASE_URL ?? '';

/** For the text of a program that runs in a process of its own: gives it another environment. */
export const replaceEnvironment = `(environment) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
}`;

/** As `npm run build` has it: with Vitest's NODE_ENV the pages would be built for development. */
export function buildEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...environment } = process.env;
  return environment;
}
