/** Paper is white: while a page is printed, it has the light theme. Returns what ends that. */
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
