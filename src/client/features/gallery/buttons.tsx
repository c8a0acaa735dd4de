import { Pencil, Trash2 } from 'lucide-react';
import { Button, IconButton } from '~/client/ui/form/button';
import { ThemeSwitch } from '~/client/ui/menu/theme-switch';
import { ComponentExample } from './component-example';

const variants = ['signature', 'primary', 'secondary', 'ghost', 'danger'] as const;
const sizes = ['sm', 'md', 'lg'] as const;

export function Buttons() {
  return (
    <>
      {variants.map((variant) => (
        <ComponentExample key={variant} name={variant}>
          {sizes.map((size) => (
            <Button key={size} variant={variant} size={size}>
              Save Profile
            </Button>
          ))}
          <Button variant={variant} pending pendingLabel="Saving...">
            Save Profile
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </ComponentExample>
      ))}
      <ComponentExample name="With an icon alone">
        <IconButton label="Rename">
          <Pencil size={16} strokeWidth={1.5} />
        </IconButton>
        <IconButton label="Delete" variant="secondary" size="sm">
          <Trash2 size={15} strokeWidth={1.5} />
        </IconButton>
        <IconButton label="Delete" disabled>
          <Trash2 size={16} strokeWidth={1.5} />
        </IconButton>
        <ThemeSwitch />
      </ComponentExample>
    </>
  );
}
