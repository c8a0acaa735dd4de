/** What administrators find in the settings. A default export, as `lazy` asks for one. */
export default function AdminTab() {
  return null;
}
