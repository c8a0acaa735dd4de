import { errorMessage } from './error-message';
import { toast } from './toast';

/** Shows that an action failed, and why. */
export function errorToast(title: string, cause: unknown): void {
  toast({ kind: 'error', title, description: errorMessage(cause) });
}
