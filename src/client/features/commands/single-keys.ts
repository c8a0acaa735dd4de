/** Whether single-key shortcuts are enabled. Dictation software would trigger them with every word. */
const storageKey = 'single-keys';

export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

export function switchSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Storage may be forbidden; the setting then stays unchanged.
  }
}
