/**
 * Some model servers load the images and files of a message themselves, from any URL. One that runs inside the network
 * would then read internal addresses for the caller, so it only receives files as data.
 */

import { isIP } from 'node:net';
import { AppError } from '~/server/lib/errors';
import { isPublicAddress, isPublicHost } from '~/server/lib/public-address';
import { createNameResolver } from '~/server/lib/resolve-name';
import { recordOf } from '~/shared/is-record';

/** Text for the model, which may contain URLs. */
const textFields = new Set(['text', 'refusal', 'thinking', 'reasoning']);
const isUrlField = (name: string) => /url$/i.test(name);
const isData = (value: string) => /^data:/i.test(value);
const isAddress = (value: string) => /^\s*[a-z][\w+.-]*:\/\//i.test(value);

const resolveName = createNameResolver();

/** Throws AppError if the messages contain files as URLs, and the endpoint may be inside the network. */
export async function checkMedia(baseUrl: string, messages: readonly object[], signal: AbortSignal): Promise<void> {
  const hasUrls = messages.some((message) => hasUrl(recordOf(message).content));
  if (!hasUrls || (await isOutside(new URL(baseUrl).hostname, signal))) return;
  throw new AppError('validation', 'Send images and files as data URLs to this AI model.', { field: 'messages' });
}

/** `name` is the field of the value; a text without one is text for the model. */
function hasUrl(value: unknown, name?: string): boolean {
  if (typeof value === 'string') return name !== undefined && (isUrlField(name) ? !isData(value) : isAddress(value));
  if (Array.isArray(value)) return value.some((one) => hasUrl(one, name));
  return Object.entries(recordOf(value)).some(([field, one]) => {
    if (textFields.has(field) && typeof one === 'string') return false;
    return hasUrl(one, field);
  });
}

async function isOutside(hostname: string, signal: AbortSignal): Promise<boolean> {
  if (!isPublicHost(hostname)) return false;
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return true;
  const addresses = await resolveName(hostname, signal).catch(() => []);
  return addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
}
