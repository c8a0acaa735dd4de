/** The only place where test tools read the environment. Product settings are read only in env.ts. */

/** Search path of system programs. */
export const searchPath = (): string => process.env.PATH ?? '';

/** The PostgreSQL server of this test run; empty for the embedded database. */
export const testDatabaseUrl = (): string => process.env.TEST_DATABASE_URL ?? '';

/**
 * An external S3 server, to test the file storage with: a URL with the account, the region and the bucket,
 * such as http://KEY:SECRET@127.0.0.1:4568/bucket?region=us-east-1&lacks=conditions,joins; `lacks` names what it cannot
 * do. Empty: none.
 */
export const testS3Url = (): string => process.env.TEST_S3_URL ?? '';

/** For the source text of a program that runs in its own process: replaces its environment. */
export const replaceEnvironment = `(environment) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
}`;

/** As in `npm run build`: with Vitest's NODE_ENV the pages would be built for development. */
export function buildEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...environment } = process.env;
  return environment;
}
