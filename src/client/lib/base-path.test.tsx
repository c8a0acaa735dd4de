import { render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PageLink } from '~/client/ui/page/page-link';
import { atBase, basePath } from './base-path';

afterEach(() => {
  delete document.documentElement.dataset.base;
});

describe('the base path of the installation', () => {
  it('is empty if the page has none', () => {
    expect(basePath()).toBe('');
    expect(atBase('/qchat?c=1')).toBe('/qchat?c=1');
  });

  it('is prefixed to paths, but not to absolute URLs', () => {
    document.documentElement.dataset.base = '/tools/insight';
    const addresses = ['/', '/qchat?c=1', 'https://a.example/b', 'blob:1', '#top', ''];
    expect(addresses.map(atBase)).toEqual([
      '/tools/insight/',
      '/tools/insight/qchat?c=1',
      'https://a.example/b',
      'blob:1',
      '#top',
      '',
    ]);
  });

  it('is part of links to pages', () => {
    document.documentElement.dataset.base = '/a';
    const { container } = render(<PageLink href="/privacy">Privacy</PageLink>);
    expect(container.querySelector('a')?.getAttribute('href')).toBe('/a/privacy');
  });
});
