/**
 * Switches to the light theme while printing, because paper is white. Returns a function that removes the listeners.
 */
export function printInLight(): () => void {
  const { classList } = document.documentElement;
  let wasDark = false;
  const show = (isDark: boolean) => {
    classList.toggle('dark', isDark);
    classList.toggle('light', !isDark);
  };
  const before = () => {
    wasDark = classList.contains('dark');
    show(false);
  };
  const after = () => show(wasDark);
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
  return () => {
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
  };
}
