import { chakra } from '@chakra-ui/react';
import { Section } from '~/client/ui/content/card';
import { backTestWords as words } from '~/client/words/back-test';

/** The rules of every back-test, shown before one is run. */
export function BackTestMethod() {
  return (
    <Section title={words.method}>
      <RuleList rules={words.methodRules} />
    </Section>
  );
}

export function RuleList({ rules }: { rules: readonly string[] }) {
  return (
    <chakra.ul listStyleType="disc" paddingInlineStart="5" color="fg.muted" maxWidth="prose">
      {rules.map((rule) => (
        <chakra.li key={rule} py="0.5">
          {rule}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
