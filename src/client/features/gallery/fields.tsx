import { Checkbox } from '~/client/ui/form/checkbox';
import { TextField } from '~/client/ui/form/field';
import { PasswordField } from '~/client/ui/form/password-field';
import { SelectField } from '~/client/ui/form/select-field';
import { TextArea } from '~/client/ui/form/text-area';
import { ComponentExample } from './component-example';

export function Fields() {
  return (
    <>
      <ComponentExample name="One line" column>
        <TextField label="Company Name" placeholder="Tesla" />
        <TextField label="Ticker Symbol" defaultValue="TSLA" hint="As the exchange writes it" />
        <TextField label="Entry Price" defaultValue="-1" error="Entry price must be greater than 0" />
        <TextField label="Email Address" defaultValue="ada@example.com" readOnly hint="Email cannot be changed" />
        <TextField label="Disabled" defaultValue="Not now" disabled />
        <PasswordField label="Password" defaultValue="correct horse" />
      </ComponentExample>
      <ComponentExample name="Several lines" column>
        <TextArea label="Instructions" defaultValue="Answer briefly." count={{ now: 15, limit: 2000 }} />
        <TextArea label="Too long" defaultValue="Lorem ipsum" count={{ now: 2001, limit: 2000 }} />
      </ComponentExample>
      <ComponentExample name="Choices" column>
        <SelectField label="Period">
          <option>1 month</option>
          <option>1 year</option>
        </SelectField>
        <SelectField label="Account" error="Choose an account">
          <option>None</option>
        </SelectField>
        <Checkbox label="Seed default positions" defaultChecked hint="Existing positions are not duplicated" />
        <Checkbox label="Not chosen" />
        <Checkbox label="Disabled" disabled />
      </ComponentExample>
    </>
  );
}
