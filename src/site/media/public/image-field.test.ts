import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ImageField } from './image-field.tsx';

test.each([
  ['', 'Choose image'],
  ['/media/prompts/a.png', 'Replace image'],
])('the field is named by its label and by what it shows', (value, action) => {
  const field = createElement(ImageField, {
    label: 'Preview Image',
    folder: 'prompts',
    value,
    saved: value,
    onChange: () => undefined,
    track: () => undefined,
  });
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, field));
  const ids = /<input[^>]*by="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? [];
  const named = ids.map((id) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1]);
  expect(named).toEqual(['Preview Image', action]);
});
