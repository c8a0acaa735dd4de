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
 * The S3 store that the settings name, or the disk. Tell them apart by `kind`: only the disk store needs routes of
 * ours to take uploads, and has `verifyUpload` for them. Throws SecretKeyUnusable.
 */
export function createObjectStore(env: StoreEnv): DiskStore | S3Store {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    return new S3Store({
      endpoint: env.S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: env.S3_REGION ?? standardRegion,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
      forcePathStyle: env.S3_FORCE_PATH_STYLE,
    });
  }
  return new DiskStore({
    root: path.join(env.DATA_DIR, 'objects'),
    secret: readSecretKey(path.join(env.DATA_DIR, 'objects.key')),
    isOwnAddress: (address) => isOwnAddress(env, address),
  });
}

const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/;

/** As for writes: PUBLIC_URL, or without one this machine by any of its loopback names. Port 0 means any. */
function isOwnAddress(env: StoreEnv, address: string): boolean {
  if (address === env.publicUrl) return true;
  if (env.PUBLIC_URL !== undefined) return address === new URL(env.publicUrl).href.replace(/\/+$/, '');
  const match = loopback.exec(address);
  return match !== null && (env.PORT === 0 || Number(match[1] ?? 80) === env.PORT);
}
