/** One bell: rung where a refused request is seen (lib), heard where the cache and the router live (app). */
let handler: () => void = () => {};

export function onSessionEnd(next: () => void): void {
  handler = next;
}

export function announceSessionEnd(): void {
  handler();
}
