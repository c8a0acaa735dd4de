/**
 * Connects failed requests (lib) to the cache and router (app), without a dependency of lib on app. Has one handler.
 */
let handler: () => void = () => {};

export function onSessionEnd(next: () => void): void {
  handler = next;
}

export function announceSessionEnd(): void {
  handler();
}
