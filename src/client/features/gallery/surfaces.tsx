import { Text } from '@chakra-ui/react';
import { Badge } from '~/client/ui/content/badge';
import { Card, Section } from '~/client/ui/content/card';
import { Chip } from '~/client/ui/content/chip';
import { DescriptionList, Figures } from '~/client/ui/content/description-list';
import { Button } from '~/client/ui/form/button';
import { Logo } from '~/client/ui/page/logo';
import { ComponentExample } from './component-example';

export function Surfaces() {
  return (
    <>
      <ComponentExample name="Mark">
        <Logo size={28} />
      </ComponentExample>
      <ComponentExample name="Badges and chips">
        <Badge>Active</Badge>
        <Badge tone="danger">Locked</Badge>
        <Badge tone="accent">Admin</Badge>
        <Badge tone="outline">3/1 split</Badge>
        <Chip>Live Search(3)</Chip>
        <Chip tone="accent">Collections(2)</Chip>
        <Chip as="button">reuters.com</Chip>
      </ComponentExample>
      <ComponentExample name="A section with a card" column>
        <Section
          title="Sessions"
          description="Where you are signed in."
          actions={<Button size="sm">Sign out all</Button>}
        >
          <Card>
            <Text>Chromium on Debian, this device</Text>
          </Card>
        </Section>
      </ComponentExample>
      <ComponentExample name="Figures" column>
        <Figures
          items={[
            { term: 'Open positions', value: '6' },
            { term: 'Average gain', value: '+12.40%' },
            { term: 'Best', value: 'NVDA' },
          ]}
        />
      </ComponentExample>
      <ComponentExample name="Names and values" column>
        <DescriptionList
          items={[
            { term: 'Entry price', value: '$212.10' },
            { term: 'Source', value: 'A source with a very long address that goes on and on: example.com/quotes/TSLA' },
          ]}
        />
      </ComponentExample>
    </>
  );
}
