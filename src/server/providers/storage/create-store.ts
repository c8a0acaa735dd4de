import { createHmac } from 'node:crypto';
import path from 'node:path';
import type { Env } from '~/server/env';
import { readSecretKey } from '~/server/lib/secret-key';
import { DiskStore } from './disk';
import { S3Store } from './s3';

type StoreEnv = Pick<Env, 'DATA_DIR' | 'PUBLIC_URL' | 'PORT' | 'publicUrl'> &
  Pick<
    Env,
    'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_FORCE_PATH_STYLE'
  >;

const standardRegion = 'us-east-1';

/**
 * The S3 store of the settings, or the disk. The disk store receives all uploads through the server's route, the S3
 * store only those without a declared size. Throws SecretKeyUnusable.
 */
export function createObjectStore(env: StoreEnv): DiskStore | S3Store {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    const settings = {
      endpoint: env.S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: env.S3_REGION ?? standardRegion,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
      forcePathStyle: env.S3_FORCE_PATH_STYLE,
    };
    // Derived from a setting that all processes share; a file in DATA_DIR would differ between containers.
    const secret = createHmac('sha256', S3_SECRET_ACCESS_KEY).update('qinsight upload links').digest();
    return new S3Store(settings, { secret, isOwnAddress: (address) => isOwnAddress(env, address) });
  }
  return new DiskStore({
    root: path.join(env.DATA_DIR, 'objects'),
    secret: readSecretKey(path.join(env.DATA_DIR, 'objects.key')),
    isOwnAddress: (address) => isOwnAddress(env, address),
  });
}

const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/;

/** The same rule as for writes: PUBLIC_URL, or without it any loopback name of this machine. Port 0 means any port. */
function isOwnAddress(env: StoreEnv, address: string): boolean {
  if (address === env.publicUrl) return true;
  if (env.PUBLIC_URL !== undefined) return address === new URL(env.publicUrl).href.replace(/\/+$/, '');
  const match = loopback.exec(address);
  return match !== null && (env.PORT === 0 || Number(match[1] ?? 80) === env.PORT);
}
