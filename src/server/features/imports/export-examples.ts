/** Sample exports in the formats of the supported services, for tests. */

const at = (minute: number) => Date.UTC(2025, 2, 1, 10, minute) / 1000;

const node = (id: string, parent: string | null, role: string, text: string, minute: number, more: object = {}) => ({
  id,
  parent,
  children: [],
  message: {
    id,
    author: { role, name: null, metadata: {} },
    create_time: at(minute),
    content: { content_type: 'text', parts: [text] },
    status: 'finished_successfully',
    recipient: 'all',
    metadata: role === 'assistant' ? { model_slug: 'gpt-4o' } : {},
    ...more,
  },
});

const byId = (nodes: { id: string }[]) => Object.fromEntries(nodes.map((one) => [one.id, one]));

/** Two answers to the first message, of which the first is the active one, with a search between. */
export const chatGptConversation = {
  title: 'Rates in Europe',
  create_time: at(0),
  update_time: at(9),
  conversation_id: 'c-1',
  current_node: 'a3',
  mapping: byId([
    { id: 'root', parent: null, children: ['system'], message: null } as { id: string },
    node('system', 'root', 'system', '', 0, { metadata: { is_visually_hidden_from_conversation: true } }),
    node('q1', 'system', 'user', 'What is the deposit rate?', 1, {
      metadata: { attachments: [{ name: 'notes.pdf' }] },
    }),
    node('call', 'q1', 'assistant', 'search("rate")', 2, { recipient: 'web.run' }),
    node('tool', 'call', 'tool', 'results', 2),
    node('a1', 'tool', 'assistant', 'It is 2.00%.\uE200cite\uE202turn0search1\uE201', 3, {
      metadata: {
        model_slug: 'gpt-4o',
        content_references: [{ items: [{ url: 'https://www.ecb.example/rates', title: 'Key rates' }] }],
      },
    }),
    node('a2', 'q1', 'assistant', 'Two percent.', 4),
    node('q2', 'a1', 'user', 'And in 2024?', 5),
    node('a3', 'q2', 'assistant', 'It was 3.00%.', 6),
  ]),
};

export const chatGptWithoutMessages = { title: 'Empty', conversation_id: 'c-2', mapping: {}, current_node: null };

export const claudeConversation = {
  uuid: '4f1c2b7e-0001-4000-8000-000000000001',
  name: 'A letter',
  created_at: '2025-04-01T08:00:00.000000Z',
  updated_at: '2025-04-01T08:05:00.000000Z',
  chat_messages: [
    {
      uuid: '4f1c2b7e-0001-4000-8000-000000000002',
      text: 'Write a letter.',
      content: [{ type: 'text', text: 'Write a letter.', citations: [] }],
      sender: 'human',
      created_at: '2025-04-01T08:00:00.000000Z',
      attachments: [{ file_name: 'draft.txt', file_type: 'txt', file_size: 3, extracted_content: 'abc' }],
      files: [],
    },
    {
      uuid: '4f1c2b7e-0001-4000-8000-000000000003',
      text: '',
      content: [
        { type: 'thinking', thinking: 'Never shown' },
        { type: 'text', text: 'Dear Ada,' },
        { type: 'tool_use', name: 'artifacts' },
        { type: 'text', text: 'Yours' },
      ],
      sender: 'assistant',
      created_at: '2025-04-01T08:01:00.000000Z',
      attachments: [],
      files: [],
    },
  ],
};

export const openWebUiChat = {
  id: '8d1c2b7e-0001-4000-8000-000000000001',
  user_id: 'someone',
  title: 'Recipes',
  created_at: at(0),
  updated_at: at(8),
  archived: true,
  pinned: false,
  chat: {
    title: 'Recipes',
    models: ['llama3.3'],
    timestamp: at(0) * 1000,
    history: {
      currentId: 'w3',
      messages: byId([
        { id: 'w1', parentId: null, childrenIds: ['w2', 'w3'], role: 'user', content: 'Soup?', timestamp: at(1) } as {
          id: string;
        },
        { id: 'w2', parentId: 'w1', role: 'assistant', content: 'Leek.', model: 'llama3.3', timestamp: at(2) } as {
          id: string;
        },
        {
          id: 'w3',
          parentId: 'w1',
          role: 'assistant',
          content: '<details type="reasoning" done="true">hm</details>\nPotato.',
          model: 'llama3.3',
          timestamp: at(3),
          sources: [{ source: { name: 'Soups' }, metadata: [{ source: 'https://soup.example/', name: 'Soups' }] }],
        } as { id: string },
      ]),
    },
    messages: [],
  },
};

/** This many conversations with this many exchanges each, as exported by ChatGPT. */
export const manyConversations = (count: number, exchanges: number) =>
  Array.from({ length: count }, (_, number) => {
    const nodes = Array.from({ length: exchanges * 2 }, (_one, place) => {
      const text = `Message ${place} of conversation ${number}: rates, prices and what moves them.`;
      return node(`m${place}`, place ? `m${place - 1}` : null, place % 2 ? 'assistant' : 'user', text, place);
    });
    return {
      title: `Conversation ${number}`,
      conversation_id: `many-${number}`,
      create_time: at(number % 60),
      update_time: at(number % 60),
      current_node: nodes.at(-1)?.id ?? null,
      mapping: byId(nodes),
    };
  });
